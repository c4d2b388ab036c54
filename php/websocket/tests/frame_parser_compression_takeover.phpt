--TEST--
FrameParser: compressed messages that refer to earlier ones
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

$stream = deflate_init(ZLIB_ENCODING_RAW);
$parser = new FrameParser(compression: true);
$text = json_encode(range(1, 500));
$first = compressed($stream, $text, 'abcd');
$second = compressed($stream, $text, 'efgh');
var_dump(strlen($second) < strlen($first) / 5);
$frames = $parser->push($first . raw_frame(0x81, 'plain', 'abcd') . raw_frame(0x89, '', 'abcd') . $second);
var_dump($frames[0]->payload === $text, $frames[0]->flags, $frames[1]->payload, $frames[3]->payload === $text);

// Byte by byte, and in fragments, of which the first alone has RSV1.
$bytes = compressed($stream, 'again', 'abcd');
$last = [];
foreach (str_split($bytes) as $byte) {
    $last = array_merge($last, $parser->push($byte));
}
show($last);
$message = substr(deflate_add($stream, 'in two fragments', ZLIB_SYNC_FLUSH), 0, -4);
show($parser->push(raw_frame(0x41, substr($message, 0, 3), 'abcd') . raw_frame(0x80, substr($message, 3), 'abcd')));

// A reader that did not see the first message cannot read the second.
thrown(fn () => (new FrameParser(compression: true))->push($second));
thrown(fn () => (new FrameParser(compression: true))->push(compressed(deflate_init(ZLIB_ENCODING_RAW), "\xff", 'abcd')));
thrown(fn () => (new FrameParser(compression: true))->push(raw_frame(0xc1, 'this is not DEFLATE', 'abcd')));
thrown(fn () => (new FrameParser())->push($first));
?>
--EXPECT--
bool(true)
bool(true)
int(1)
string(5) "plain"
bool(true)
Text 'again'
Text 'in two fragments'
WebSocket\ProtocolException 1007: compressed message is not valid DEFLATE data
WebSocket\ProtocolException 1007: text is not valid UTF-8
WebSocket\ProtocolException 1007: compressed message is not valid DEFLATE data
WebSocket\ProtocolException 1002: reserved bits 100 set without an extension
