--TEST--
FrameParser: behind a close nothing is read
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$parser = new FrameParser();
show($parser->push(raw_frame(0x81, 'last', 'abcd') . raw_frame(0x88, "\x03\xe8bye", 'abcd') . raw_frame(0x81, 'late', 'abcd') . "\xff\xff"));
var_dump($parser->push(raw_frame(0x81, 'later', 'abcd')), $parser->push(''), $parser->isIdle());

$parser = new FrameParser();
$parser->push(raw_frame(0x01, 'open', 'abcd'));
show($parser->push(raw_frame(0x88, '', 'abcd')));
var_dump($parser->isIdle(), $parser->push("\x83"));
show((new FrameParser())->push(raw_frame(0x88, "\x03\xe8" . str_repeat('r', 123), 'abcd')));
?>
--EXPECT--
Text 'last'
Close 1000 'bye'
array(0) {
}
array(0) {
}
bool(true)
Close 1000 ''
bool(true)
array(0) {
}
Close 1000 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr'
