--TEST--
Protocol::unpack(): the same as decode()
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

foreach (["\x81\x05Hello", "\x01\x03Hel", "\x88\x02\x03\xe9", "\x81", ''] as $bytes) {
    var_dump(Protocol::unpack($bytes) == Protocol::decode($bytes));
}
thrown(fn () => Protocol::unpack("\x83\x00"));
thrown(fn () => Protocol::unpack('', 0));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
Error: Invalid WebSocket frame: reserved opcode 0x3
ArgumentCountError: WebSocket\Protocol::unpack() expects exactly 1 argument, 2 given
