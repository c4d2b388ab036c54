--TEST--
FrameParser: fragments become one message, control frames come between them
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$parser = new FrameParser(false);
show($parser->push("\x01\x03Hel" . "\x89\x01p" . "\x00\x00" . "\x00\x01l" . "\x8a\x00" . "\x80\x01o"));
show($parser->push("\x02\x01b"));
var_dump($parser->isIdle());
show($parser->push("\x80\x00\x81\x01a"));
var_dump($parser->isIdle());
$parser->push("\x01\x01a");
show($parser->push("\x88\x00"));

foreach (["\x80\x00", "\x00\x00", "\x01\x00\x01\x00", "\x01\x00\x82\x00"] as $wrong) {
    thrown(fn () => (new FrameParser(false))->push($wrong));
}
thrown(fn () => (new FrameParser(false))->push("\x01\x00" . str_repeat("\x00\x00", 2000)));
?>
--EXPECT--
Ping 'p'
Pong ''
Text 'Hello'
bool(false)
Binary 'b'
Text 'a'
bool(true)
Close 1000 ''
WebSocket\ProtocolException 1002: continuation frame without an open message
WebSocket\ProtocolException 1002: continuation frame without an open message
WebSocket\ProtocolException 1002: new message before the last fragment of the open one
WebSocket\ProtocolException 1002: new message before the last fragment of the open one
WebSocket\ProtocolException 1008: message has more than 1024 fragments without payload
