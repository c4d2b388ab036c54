--TEST--
Protocol::pack(): what no frame may be
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{CloseFrame, Frame, MessageType, Protocol};

foreach ([-1, 3, 7, 11, 15, 16, 257, PHP_INT_MAX] as $opcode) {
    thrown(fn () => Protocol::pack('x', $opcode));
}
foreach ([-1, 64, 257, PHP_INT_MIN] as $flags) {
    thrown(fn () => Protocol::pack('x', Protocol::OPCODE_TEXT, $flags));
}
thrown(fn () => Protocol::pack('x', Protocol::OPCODE_PING, 0));
thrown(fn () => Protocol::pack(str_repeat('x', 126), Protocol::OPCODE_PONG));
thrown(fn () => Protocol::pack("\xff"));
thrown(fn () => Protocol::pack(new Frame(MessageType::Text, "\xff")));
thrown(fn () => Protocol::pack(new Frame(MessageType::Ping, '', false)));
thrown(fn () => Protocol::pack(new Frame(MessageType::Close, str_repeat('x', 126))));
thrown(fn () => Protocol::pack(new stdClass()));
thrown(fn () => Protocol::pack([]));
echo bin2hex(Protocol::pack(12)), "\n";
?>
--EXPECT--
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, -1 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 3 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 7 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 11 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 15 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 16 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 257 given
ValueError: WebSocket\Protocol::pack(): Argument #2 ($opcode) must have an opcode of WebSocket\Protocol::OPCODE_*, 9223372036854775807 given
ValueError: WebSocket\Protocol::pack(): Argument #3 ($flags) must have flags that are a sum of WebSocket\Protocol::FLAG_*, -1 given
ValueError: WebSocket\Protocol::pack(): Argument #3 ($flags) must have flags that are a sum of WebSocket\Protocol::FLAG_*, 64 given
ValueError: WebSocket\Protocol::pack(): Argument #3 ($flags) must have flags that are a sum of WebSocket\Protocol::FLAG_*, 257 given
ValueError: WebSocket\Protocol::pack(): Argument #3 ($flags) must have flags that are a sum of WebSocket\Protocol::FLAG_*, -9223372036854775808 given
ValueError: WebSocket\Protocol::pack(): Argument #3 ($flags) must have WebSocket\Protocol::FLAG_FIN: a control frame is not fragmented
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have at most 125 bytes in a control frame; it has 126
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have WebSocket\Protocol::FLAG_FIN: a control frame is not fragmented
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have at most 125 bytes in a control frame; it has 126
TypeError: WebSocket\Protocol::pack(): Argument #1 ($data) must be of type WebSocket\Frame|WebSocket\CloseFrame|string, stdClass given
TypeError: WebSocket\Protocol::pack(): Argument #1 ($data) must be of type WebSocket\Frame|WebSocket\CloseFrame|string, array given
81023132
