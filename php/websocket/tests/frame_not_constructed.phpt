--TEST--
Protocol::pack(): a frame that was made around its constructor is refused, one with wrong values too
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{CloseFrame, Frame, MessageType, Protocol};

foreach ([Frame::class, CloseFrame::class] as $class) {
    $frame = (new ReflectionClass($class))->newInstanceWithoutConstructor();
    thrown(fn () => Protocol::pack($frame));
    thrown(fn () => $frame->flags);
}
$late = (new ReflectionClass(Frame::class))->newInstanceWithoutConstructor();
$late->__construct(MessageType::Text, 'late');
echo Protocol::pack($late) === "\x81\x04late" ? 'packed' : 'wrong', "\n";

$change = fn ($frame, $from, $to) => unserialize(str_replace($from, $to, serialize($frame)));
thrown(fn () => Protocol::pack($change(new Frame(MessageType::Text, ''), '"opcode";i:1', '"opcode";i:3')));
thrown(fn () => Protocol::pack($change(new Frame(MessageType::Text, ''), '"flags";i:1', '"flags";i:64')));
thrown(fn () => Protocol::pack($change(new CloseFrame(1000), '"code";i:1000', '"code";i:1005')));
thrown(fn () => Protocol::pack($change(new CloseFrame(1000), '"flags";i:1', '"flags";i:0')));
thrown(fn () => $change(new Frame(MessageType::Text, ''), '"opcode";i:1', '"opcode";b:1'));
?>
--EXPECT--
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must be a WebSocket\Frame that was constructed
Error: Typed property WebSocket\Frame::$flags must not be accessed before initialization
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must be a WebSocket\CloseFrame that was constructed
Error: Typed property WebSocket\CloseFrame::$flags must not be accessed before initialization
packed
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have an opcode of WebSocket\Protocol::OPCODE_*, 3 given
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have flags that are a sum of WebSocket\Protocol::FLAG_*, 64 given
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1005 given
ValueError: WebSocket\Protocol::pack(): Argument #1 ($data) must have WebSocket\Protocol::FLAG_FIN: a control frame is not fragmented
TypeError: Cannot assign bool to property WebSocket\Frame::$opcode of type int
