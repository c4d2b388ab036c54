--TEST--
FrameParser: what was complete before a fault comes first
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

foreach (["\x81\x01\xff", "\x83\x00", "\x88\x01a"] as $wrong) {
    $parser = new FrameParser(false);
    show($parser->push("\x81\x03one\x89\x00" . $wrong . "\x81\x04late"));
    var_dump($parser->isIdle());
    thrown(fn () => $parser->push(''));
    thrown(fn () => $parser->push("\x81\x04late"));
    var_dump($parser->isIdle());
}
?>
--EXPECT--
Text 'one'
Ping ''
bool(false)
WebSocket\ProtocolException 1007: text is not valid UTF-8
WebSocket\ProtocolException 1007: text is not valid UTF-8
bool(false)
Text 'one'
Ping ''
bool(false)
WebSocket\ProtocolException 1002: reserved opcode 0x3
WebSocket\ProtocolException 1002: reserved opcode 0x3
bool(false)
Text 'one'
Ping ''
bool(false)
WebSocket\ProtocolException 1002: close frame of one byte cannot hold a code
WebSocket\ProtocolException 1002: close frame of one byte cannot hold a code
bool(false)
