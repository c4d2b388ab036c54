--TEST--
FrameParser: many messages, many parsers, and memory that goes when they go
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$bytes = str_repeat(raw_frame(0x81, 'small', 'abcd'), 1000);
$parser = new FrameParser();
$count = 0;
for ($i = 0; $i < 20; $i++) {
    $frames = $parser->push($bytes);
    $count += count($frames);
    $frames = null;
    $before ??= memory_get_usage();
}
var_dump($count, memory_get_usage() - $before < 1000);

$before = memory_get_usage();
for ($i = 0; $i < 1000; $i++) {
    $one = new FrameParser(compression: (bool) ($i & 1));
    $one->push(raw_frame(0x01, 'open', 'abcd'));
}
$one = null;
var_dump(memory_get_usage() - $before < 1000);
?>
--EXPECT--
int(20000)
bool(true)
bool(true)
