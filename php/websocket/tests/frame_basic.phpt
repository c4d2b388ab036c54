--TEST--
Frame: a frame to be packed
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Frame, MessageType};

var_dump(new Frame(MessageType::Binary, "a\0b"));
$frame = new Frame(final: false, payload: '', type: MessageType::Text);
var_dump($frame->flags, $frame->final, $frame->opcode);
foreach (MessageType::cases() as $type) {
    echo (new Frame($type, ''))->opcode, ' ';
}
echo "\n";
?>
--EXPECTF--
object(WebSocket\Frame)#%d (6) {
  ["type"]=>
  enum(WebSocket\MessageType::Binary)
  ["opcode"]=>
  int(2)
  ["flags"]=>
  int(1)
  ["payload"]=>
  string(3) "a%0b"
  ["final"]=>
  bool(true)
  ["bytesConsumed"]=>
  int(0)
}
int(0)
bool(false)
int(1)
0 1 2 9 10 8 
