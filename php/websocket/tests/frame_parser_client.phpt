--TEST--
FrameParser: what a client reads from a server
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$parser = new FrameParser(server: false);
show($parser->push(raw_frame(0x81, "gr\u{fc}n") . raw_frame(0x89, '') . raw_frame(0x88, "\x03\xe9away")));
?>
--EXPECT--
Text 'grün'
Ping ''
Close 1001 'away'
