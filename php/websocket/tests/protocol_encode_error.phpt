--TEST--
Protocol::encode(): text must be UTF-8, control frames short
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{MessageType, Protocol};

foreach (["\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", str_repeat('a', 100) . "\x80"] as $text) {
    thrown(fn () => Protocol::encode($text));
    thrown(fn () => Protocol::encode($text, MessageType::Text, true));
    Protocol::encode($text, MessageType::Binary);
    Protocol::encode($text, MessageType::Continuation);
}
foreach ([MessageType::Ping, MessageType::Pong, MessageType::Close] as $type) {
    echo strlen(Protocol::encode(str_repeat('a', 125), $type)), "\n";
    thrown(fn () => Protocol::encode(str_repeat('a', 126), $type));
}
thrown(fn () => Protocol::encode('a', 'Text'));
thrown(fn () => Protocol::encode());
?>
--EXPECT--
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
127
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must have at most 125 bytes in a control frame; it has 126
127
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must have at most 125 bytes in a control frame; it has 126
127
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must have at most 125 bytes in a control frame; it has 126
TypeError: WebSocket\Protocol::encode(): Argument #2 ($type) must be of type WebSocket\MessageType, string given
ArgumentCountError: WebSocket\Protocol::encode() expects at least 1 argument, 0 given
