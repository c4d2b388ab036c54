--TEST--
Protocol::encode(): a text that was found to be UTF-8 is checked again when it has changed
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

$text = str_repeat('a', 50);
Protocol::encode($text);
Protocol::encode($text);
$text .= "\xff";
thrown(fn () => Protocol::encode($text));

$text = str_repeat('a', 50);
Protocol::encode($text);
$text[10] = "\xff";
thrown(fn () => Protocol::encode($text));

$text = Protocol::decode("\x81\x04\xf0\x9f\x91\x8b")->payload;
echo bin2hex(Protocol::encode($text)), "\n";
$text[0] = 'a';
thrown(fn () => Protocol::encode($text));
thrown(fn () => Protocol::encode(substr(Protocol::decodePayload("\x81\x04\xf0\x9f\x91\x8b"), 1)));
?>
--EXPECT--
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
8104f09f918b
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
ValueError: WebSocket\Protocol::encode(): Argument #1 ($payload) must be valid UTF-8 in a text frame
