--TEST--
FrameParser: a message over its limit is refused by its header
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

show((new FrameParser(false, 10))->push("\x82\x0aexactly 10"));
thrown(fn () => (new FrameParser(false, 10))->push("\x82\x0b"));
thrown(fn () => (new FrameParser(false, 10))->push("\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xff"));
show((new FrameParser(false, 1))->push("\x89\x04ping\x81\x01a"));

$parser = new FrameParser(false, 10);
$parser->push("\x02\x06123456");
$parser->push("\x00\x041234");
thrown(fn () => $parser->push("\x80\x01"));

$parser = new FrameParser(false);
thrown(fn () => $parser->push("\x82\x7f\0\0\0\0\1\0\0\1"));
show((new FrameParser(false))->push("\x82\x7f\0\0\0\0\1\0\0\0" . str_repeat('x', 1 << 24)));
// What is announced and does not come costs nothing.
$before = memory_get_usage();
$parser = new FrameParser(false, PHP_INT_MAX);
$parser->push("\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xff" . 'some');
var_dump($parser->isIdle(), memory_get_usage() - $before < 10000);
?>
--EXPECT--
Binary 'exactly 10'
WebSocket\ProtocolException 1009: message is longer than the limit of 10 bytes
WebSocket\ProtocolException 1009: message is longer than the limit of 10 bytes
Ping 'ping'
Text 'a'
WebSocket\ProtocolException 1009: message is longer than the limit of 10 bytes
WebSocket\ProtocolException 1009: message is longer than the limit of 16777216 bytes
Binary 16777216 bytes
bool(false)
bool(true)
