--TEST--
FrameParser::isIdle(): whether nothing is incomplete
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$parser = new FrameParser();
$steps = ['' => 'nothing', "\x81" => 'a byte', "\x82ab" => 'half a header', "cdx" => 'half a payload', 'y' => 'the rest',
    raw_frame(0x01, 'a', 'abcd') => 'a fragment', raw_frame(0x89, '', 'abcd') => 'a ping', raw_frame(0x80, 'b', 'abcd') => 'the end'];
foreach ($steps as $bytes => $what) {
    $parser->push($bytes);
    echo $what, $parser->isIdle() ? ": idle\n" : ": busy\n";
}
?>
--EXPECT--
nothing: idle
a byte: busy
half a header: busy
half a payload: busy
the rest: idle
a fragment: busy
a ping: busy
the end: idle
