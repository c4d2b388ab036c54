--TEST--
Protocol: it is a namespace of functions
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

$class = new ReflectionClass(Protocol::class);
var_dump($class->isFinal(), count($class->getMethods()), $class->getProperties());
var_dump(array_unique(array_map(fn ($method) => $method->isStatic(), $class->getMethods())));
?>
--EXPECT--
bool(true)
int(6)
array(0) {
}
array(1) {
  [0]=>
  bool(true)
}
