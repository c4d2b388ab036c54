--TEST--
CloseFrame: a close to be packed
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{CloseFrame, Protocol};

var_dump(new CloseFrame());
$close = new CloseFrame(Protocol::CLOSE_TRY_AGAIN_LATER, "sp\u{e4}ter");
var_dump($close->code, $close->reason, clone $close == $close, unserialize(serialize($close)) == $close);
var_dump((new CloseFrame(reason: str_repeat('r', 123)))->code);
?>
--EXPECTF--
object(WebSocket\CloseFrame)#%d (4) {
  ["code"]=>
  int(1000)
  ["reason"]=>
  string(0) ""
  ["flags"]=>
  int(1)
  ["bytesConsumed"]=>
  int(0)
}
int(1013)
string(7) "später"
bool(true)
bool(true)
int(1000)
