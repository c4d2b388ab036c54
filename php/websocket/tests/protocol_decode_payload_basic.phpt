--TEST--
Protocol::decodePayload(): the payload alone, where it ended, and what it is
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

var_dump(Protocol::decodePayload("\x81\x05Hello"));
$buffer = raw_frame(0x82, 'two', 'abcd') . raw_frame(0x89, '') . raw_frame(0x88, "\x03\xe8bye") . "\x81";
for ($at = 0; ($payload = Protocol::decodePayload($buffer, $at, $consumed, $opcode)) !== null; $at += $consumed) {
    echo "$opcode ", bin2hex($payload), " $consumed\n";
}
var_dump($consumed);
var_dump(Protocol::decodePayload($buffer, opcode: $only), $only);
?>
--EXPECT--
string(5) "Hello"
2 74776f 9
9  2
8 03e8627965 7
int(0)
string(3) "two"
int(2)
