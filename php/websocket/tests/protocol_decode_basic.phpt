--TEST--
Protocol::decode(): the examples of RFC 6455, section 5.7
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

var_dump(Protocol::decode("\x81\x05Hello"));
foreach (["\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", "\x01\x03Hel", "\x80\x02lo", "\x89\x05Hello", "\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"] as $bytes) {
    $frame = Protocol::decode($bytes);
    echo "{$frame->type->name} $frame->opcode $frame->flags '$frame->payload' ", json_encode($frame->final), " $frame->bytesConsumed\n";
}
?>
--EXPECTF--
object(WebSocket\Frame)#%d (6) {
  ["type"]=>
  enum(WebSocket\MessageType::Text)
  ["opcode"]=>
  int(1)
  ["flags"]=>
  int(1)
  ["payload"]=>
  string(5) "Hello"
  ["final"]=>
  bool(true)
  ["bytesConsumed"]=>
  int(7)
}
Text 1 33 'Hello' true 11
Text 1 0 'Hel' false 5
Continuation 0 1 'lo' true 4
Ping 9 1 'Hello' true 7
Pong 10 33 'Hello' true 11
