--TEST--
Protocol::decode(): close frames
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{CloseFrame, Protocol};

var_dump(Protocol::decode("\x88\x00"));
foreach ([1000, 1001, 1003, 1007, 1011, 1012, 1013, 1014, 3000, 4999] as $code) {
    $close = Protocol::decode(raw_frame(0x88, pack('n', $code) . "gr\u{fc}n", 'abcd') . 'behind');
    echo "$close->code $close->reason $close->flags $close->bytesConsumed\n";
}
var_dump(strlen(Protocol::decode(raw_frame(0x88, "\x03\xe8" . str_repeat('r', 123)))->reason));
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
  int(2)
}
1000 grün 33 13
1001 grün 33 13
1003 grün 33 13
1007 grün 33 13
1011 grün 33 13
1012 grün 33 13
1013 grün 33 13
1014 grün 33 13
3000 grün 33 13
4999 grün 33 13
int(123)
