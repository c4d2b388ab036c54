--TEST--
Protocol::decode(): payloads of many lengths, masked and not, in any form of their length
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

$text = str_repeat("abcdefghijklmnopqrstuvwxyz \u{e9}\u{4e16}\u{1f44b}", 3000);
for ($length = 0; $length < 600; $length++) {
    $payload = mb_cut($text, $length);
    foreach ([['', 0x81], ["\x12\x34\x56\x78", 0x81], ["\xff\x80\x01\x00", 0x82]] as [$key, $first]) {
        if (Protocol::decode(raw_frame($first, $payload, $key))->payload !== $payload) {
            echo "$length is wrong\n";
        }
    }
}
foreach ([65535, 65536, 70000] as $length) {
    $payload = mb_cut($text, $length);
    var_dump(Protocol::decode(raw_frame(0x81, $payload, 'abcd'))->payload === $payload);
}
var_dump(Protocol::decode("\x82\x7e\x00\x02ab")->payload, Protocol::decode("\x82\x7f\0\0\0\0\0\0\0\2ab")->bytesConsumed);

function mb_cut(string $text, int $length): string
{
    while ((ord($text[$length]) & 0xc0) === 0x80) {
        $length++;
    }
    return substr($text, 0, $length);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(2) "ab"
int(12)
