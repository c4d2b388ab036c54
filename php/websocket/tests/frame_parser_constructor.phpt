--TEST--
FrameParser: its limits, and that it is made once and never copied
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

foreach ([0, -1, PHP_INT_MIN] as $limit) {
    thrown(fn () => new FrameParser(maxMessageSize: $limit));
}
$parser = new FrameParser();
thrown(fn () => $parser->__construct());
thrown(fn () => clone $parser);
thrown(fn () => serialize($parser));
thrown(fn () => unserialize('O:21:"WebSocket\FrameParser":0:{}'));
thrown(fn () => (new ReflectionClass(FrameParser::class))->newInstanceWithoutConstructor());
thrown(fn () => $parser->other = 1);
thrown(fn () => $parser->push());
var_dump($parser == new FrameParser(), $parser == $parser);
var_dump(get_parent_class(WebSocket\ProtocolException::class));
?>
--EXPECT--
ValueError: WebSocket\FrameParser::__construct(): Argument #2 ($maxMessageSize) must be at least 1, 0 given
ValueError: WebSocket\FrameParser::__construct(): Argument #2 ($maxMessageSize) must be at least 1, -1 given
ValueError: WebSocket\FrameParser::__construct(): Argument #2 ($maxMessageSize) must be at least 1, -9223372036854775808 given
Error: Cannot construct WebSocket\FrameParser twice
Error: Trying to clone an uncloneable object of class WebSocket\FrameParser
Exception: Serialization of 'WebSocket\FrameParser' is not allowed
Exception: Unserialization of 'WebSocket\FrameParser' is not allowed
ReflectionException: Class WebSocket\FrameParser is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Cannot create dynamic property WebSocket\FrameParser::$other
ArgumentCountError: WebSocket\FrameParser::push() expects exactly 1 argument, 0 given
bool(false)
bool(true)
string(9) "Exception"
