--TEST--
FrameParser: wrong UTF-8 fails with its first wrong byte
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

/** How many bytes of a payload were taken before the fault. */
function taken(string $header, string $payload): string
{
    $parser = new FrameParser(false);
    $parser->push($header);
    foreach (str_split($payload) as $at => $byte) {
        try {
            $parser->push($byte);
        } catch (WebSocket\ProtocolException $fault) {
            return "{$fault->getCode()} at $at: {$fault->getMessage()}";
        }
    }
    return 'no fault';
}

// 13 bytes of text, and a character above U+10FFFF: the second byte of that cannot be mended (Autobahn 6.4).
$text = "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xf4\x90\x80\x80edited";
echo taken("\x81" . chr(strlen($text)), $text), "\n";
echo taken("\x01" . chr(strlen($text)), $text), "\n";
echo taken("\x81\x7f\0\0\0\0\0\1\0\0", "a\xed\xa0\x80"), "\n";
echo taken("\x81\x06", "\xf0\x9f\x91\x8b\xc3\xa9"), "\n";
echo taken("\x81\x03", "ab\xc3"), "\n";
echo taken("\x82\x03", "\xff\xfe\xc3"), "\n";

$parser = new FrameParser(false);
$parser->push("\x01\x02a\xc3");
show($parser->push("\x80\x01\xa9"));
$parser = new FrameParser(false);
$parser->push("\x01\x01\xc3");
thrown(fn () => $parser->push("\x80\x00"));
thrown(fn () => (new FrameParser())->push(raw_frame(0x81, str_repeat('a', 500) . "\xff", 'abcd')));
thrown(fn () => (new FrameParser())->push(raw_frame(0x88, "\x03\xe8\xff", 'abcd')));
?>
--EXPECT--
1007 at 12: text is not valid UTF-8
1007 at 12: text is not valid UTF-8
1007 at 2: text is not valid UTF-8
no fault
1007 at 2: text is not valid UTF-8
no fault
Text 'aé'
WebSocket\ProtocolException 1007: text is not valid UTF-8
WebSocket\ProtocolException 1007: text is not valid UTF-8
WebSocket\ProtocolException 1007: text is not valid UTF-8
