--TEST--
Protocol::decode(): frames are read one behind the other without cutting the buffer
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

$buffer = Protocol::encode('one') . raw_frame(0x82, 'two', 'abcd') . raw_frame(0x88, "\x03\xe8") . "\x81";
for ($at = 0; $frame = Protocol::decode($buffer, $at); $at += $frame->bytesConsumed) {
    show([$frame]);
}
var_dump(strlen($buffer) - $at, Protocol::decode($buffer, strlen($buffer)));
thrown(fn () => Protocol::decode($buffer, strlen($buffer) + 1));
thrown(fn () => Protocol::decode($buffer, -1));
thrown(fn () => Protocol::decode($buffer, PHP_INT_MIN));
thrown(fn () => Protocol::decode('', PHP_INT_MAX));
?>
--EXPECT--
Text 'one'
Binary 'two'
Close 1000 ''
int(1)
NULL
ValueError: WebSocket\Protocol::decode(): Argument #2 ($offset) must be between 0 and the buffer's length of 19, 20 given
ValueError: WebSocket\Protocol::decode(): Argument #2 ($offset) must be between 0 and the buffer's length of 19, -1 given
ValueError: WebSocket\Protocol::decode(): Argument #2 ($offset) must be between 0 and the buffer's length of 19, -9223372036854775808 given
ValueError: WebSocket\Protocol::decode(): Argument #2 ($offset) must be between 0 and the buffer's length of 0, 9223372036854775807 given
