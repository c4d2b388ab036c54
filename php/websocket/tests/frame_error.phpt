--TEST--
Frame: its properties are written once
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{Frame, MessageType, Protocol};

foreach ([new Frame(MessageType::Text, 'a'), Protocol::decode("\x81\x01a")] as $frame) {
    thrown(fn () => $frame->payload = 'b');
    thrown(fn () => $frame->payload .= 'b');
    thrown(function () use ($frame) { unset($frame->opcode); });
    thrown(fn () => $frame->other = 1);
    thrown(function () use ($frame) { $reference = &$frame->flags; });
    thrown(fn () => $frame->__construct(MessageType::Binary, 'again'));
    echo "$frame->payload $frame->opcode\n";
}
thrown(fn () => new Frame('Text', ''));
thrown(fn () => new Frame(MessageType::Text));
?>
--EXPECTF--
Error: Cannot modify readonly property WebSocket\Frame::$payload
Error: Cannot modify readonly property WebSocket\Frame::$payload
Error: Cannot unset readonly property WebSocket\Frame::$opcode%S
Error: Cannot create dynamic property WebSocket\Frame::$other
Error: Cannot modify readonly property WebSocket\Frame::$flags
Error: Cannot construct WebSocket\Frame twice
a 1
Error: Cannot modify readonly property WebSocket\Frame::$payload
Error: Cannot modify readonly property WebSocket\Frame::$payload
Error: Cannot unset readonly property WebSocket\Frame::$opcode%S
Error: Cannot create dynamic property WebSocket\Frame::$other
Error: Cannot modify readonly property WebSocket\Frame::$flags
Error: Cannot construct WebSocket\Frame twice
a 1
TypeError: WebSocket\Frame::__construct(): Argument #1 ($type) must be of type WebSocket\MessageType, string given
ArgumentCountError: WebSocket\Frame::__construct() expects at least 2 arguments, 1 given
