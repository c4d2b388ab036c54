--TEST--
Protocol::decode(): a fragment may end within a character
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

$first = Protocol::decode("\x01\x02a\xc3");
$second = Protocol::decode("\x80\x01\xa9");
var_dump($first->payload . $second->payload, $first->final, $second->final);
?>
--EXPECT--
string(3) "aé"
bool(false)
bool(true)
