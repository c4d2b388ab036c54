--TEST--
FrameParser: what inflates beyond the limit costs the limit and no more
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

// 64 MiB of zeros, made a mebibyte at a time, so that nothing here was ever as large.
$stream = deflate_init(ZLIB_ENCODING_RAW);
$bomb = '';
for ($i = 0; $i < 64; $i++) {
    $bomb .= deflate_add($stream, str_repeat("\0", 1 << 20), ZLIB_NO_FLUSH);
}
$bomb = raw_frame(0xc1, substr($bomb . deflate_add($stream, '', ZLIB_SYNC_FLUSH), 0, -4), 'abcd');
var_dump(strlen($bomb) < 100000);
foreach ([true, false] as $takeover) {
    $parser = new FrameParser(maxMessageSize: 1 << 20, compression: true, contextTakeover: $takeover);
    $before = resident();
    thrown(fn () => $parser->push($bomb));
    echo 'grown by less than 8 MB: ', json_encode(resident() - $before < 8 << 20), "\n";
}
$exact = compressed(deflate_init(ZLIB_ENCODING_RAW), str_repeat('a', 1000), 'abcd');
show((new FrameParser(maxMessageSize: 1000, compression: true))->push($exact));
thrown(fn () => (new FrameParser(maxMessageSize: 999, compression: true))->push($exact));

function resident(): int
{
    preg_match('/VmHWM:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);
    return $found[1] * 1024;
}
?>
--EXPECT--
bool(true)
WebSocket\ProtocolException 1009: message is longer than the limit of 1048576 bytes
grown by less than 8 MB: true
WebSocket\ProtocolException 1009: message is longer than the limit of 1048576 bytes
grown by less than 8 MB: true
Text 1000 bytes
WebSocket\ProtocolException 1009: message is longer than the limit of 999 bytes
