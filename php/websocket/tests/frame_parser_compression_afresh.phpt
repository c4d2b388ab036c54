--TEST--
FrameParser: without context takeover many parsers share one inflater, and none sees the others
--EXTENSIONS--
websocket
zlib
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

/** A compressed text message, as RFC 7692, section 7.2.1 has it. */
function compressed(DeflateContext $stream, string $text, string $key = ''): string
{
    return raw_frame(0xc1, substr(deflate_add($stream, $text, ZLIB_SYNC_FLUSH), 0, -4), $key);
}

$parsers = $texts = [];
for ($i = 0; $i < 5; $i++) {
    $parsers[] = new FrameParser(compression: true, contextTakeover: false);
    $texts[] = str_repeat("parser $i, ", 50 + $i);
}
for ($round = 0; $round < 3; $round++) {
    foreach ($parsers as $i => $parser) {
        $frame = compressed(deflate_init(ZLIB_ENCODING_RAW), $texts[$i], 'abcd');
        // Cut, so that all of them are in the middle of a message at once.
        $rest[$i] = substr($frame, 10);
        $parser->push(substr($frame, 0, 10));
    }
    foreach ($parsers as $i => $parser) {
        if ($parser->push($rest[$i])[0]->payload !== $texts[$i]) {
            echo "parser $i is wrong\n";
        }
    }
}
thrown(fn () => $parsers[0]->push(raw_frame(0xc1, 'this is not DEFLATE', 'abcd')));
show($parsers[1]->push(compressed(deflate_init(ZLIB_ENCODING_RAW), 'the others go on', 'abcd')));

// A peer that refers to earlier messages nevertheless is not understood.
$stream = deflate_init(ZLIB_ENCODING_RAW);
$text = json_encode(range(1, 500));
$parsers[2]->push(compressed($stream, $text, 'abcd'));
thrown(fn () => $parsers[2]->push(compressed($stream, $text, 'abcd')));
?>
--EXPECT--
WebSocket\ProtocolException 1007: compressed message is not valid DEFLATE data
Text 'the others go on'
WebSocket\ProtocolException 1007: compressed message is not valid DEFLATE data
