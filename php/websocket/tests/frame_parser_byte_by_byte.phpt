--TEST--
FrameParser: bytes may come cut anywhere
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$bytes = raw_frame(0x81, "Gr\u{fc}\u{df}e", 'abcd') . raw_frame(0x82, str_repeat("\xfe", 300), "\1\2\3\4")
    . raw_frame(0x01, "\u{4e16}", 'efgh') . raw_frame(0x89, 'between', 'ijkl') . raw_frame(0x80, "\u{754c}", 'mnop')
    . raw_frame(0x81, '', 'abcd') . raw_frame(0x8a, 'pong', 'abcd') . raw_frame(0x88, "\x0f\xa0end", 'abcd');
$whole = (new FrameParser())->push($bytes);
show($whole);
foreach ([1, 2, 3, 5, 7, 11, 64, 333] as $size) {
    $parser = new FrameParser();
    $frames = [];
    foreach (str_split($bytes, $size) as $piece) {
        foreach ($parser->push($piece) as $frame) {
            $frames[] = $frame;
        }
    }
    $same = array_column($frames, 'payload') === array_column($whole, 'payload')
        && array_column($frames, 'type') === array_column($whole, 'type') && end($frames)->reason === 'end';
    echo $size, $same && $parser->isIdle() ? ' the same' : ' differs', "\n";
}
?>
--EXPECT--
Text 'Grüße'
Binary 300 bytes
Ping 'between'
Text '世界'
Text ''
Pong 'pong'
Close 4000 'end'
1 the same
2 the same
3 the same
5 the same
7 the same
11 the same
64 the same
333 the same
