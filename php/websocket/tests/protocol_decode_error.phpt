--TEST--
Protocol::decode(): what RFC 6455 forbids is refused as soon as it shows
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

$wrong = [
    'reserved opcodes' => ["\x83\x00", "\x8b\x7f", "\x0f\x00"],
    'control frames' => ["\x09\x00", "\x08\x00", "\x89\x7e", "\x88\xff"],
    'a negative length' => ["\x82\x7f\x80\0\0\0\0\0\0\0"],
    'close frames' => [raw_frame(0x88, "\x03"), raw_frame(0x88, "\x03\xe8\xff", 'abcd')],
    'text' => [raw_frame(0x81, "a\xff"), raw_frame(0x81, str_repeat('a', 300) . "\xc3", 'abcd')],
];
foreach ($wrong as $what => $buffers) {
    echo "$what\n";
    foreach ($buffers as $buffer) {
        thrown(fn () => Protocol::decode($buffer));
        thrown(fn () => Protocol::decode('ab' . $buffer, 2));
    }
}
echo "close codes\n";
foreach ([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2999, 5000, 65535] as $code) {
    thrown(fn () => Protocol::decode(raw_frame(0x88, pack('n', $code))));
}
?>
--EXPECT--
reserved opcodes
Error: Invalid WebSocket frame: reserved opcode 0x3
Error: Invalid WebSocket frame: reserved opcode 0x3
Error: Invalid WebSocket frame: reserved opcode 0xb
Error: Invalid WebSocket frame: reserved opcode 0xb
Error: Invalid WebSocket frame: reserved opcode 0xf
Error: Invalid WebSocket frame: reserved opcode 0xf
control frames
Error: Invalid WebSocket frame: control frame is fragmented
Error: Invalid WebSocket frame: control frame is fragmented
Error: Invalid WebSocket frame: control frame is fragmented
Error: Invalid WebSocket frame: control frame is fragmented
Error: Invalid WebSocket frame: control frame is longer than 125 bytes
Error: Invalid WebSocket frame: control frame is longer than 125 bytes
Error: Invalid WebSocket frame: control frame is longer than 125 bytes
Error: Invalid WebSocket frame: control frame is longer than 125 bytes
a negative length
Error: Invalid WebSocket frame: frame length is not in its shortest form, or has its highest bit set
Error: Invalid WebSocket frame: frame length is not in its shortest form, or has its highest bit set
close frames
Error: Invalid WebSocket frame: close frame of one byte cannot hold a code
Error: Invalid WebSocket frame: close frame of one byte cannot hold a code
Error: Invalid WebSocket frame: text is not valid UTF-8
Error: Invalid WebSocket frame: text is not valid UTF-8
text
Error: Invalid WebSocket frame: text is not valid UTF-8
Error: Invalid WebSocket frame: text is not valid UTF-8
Error: Invalid WebSocket frame: text is not valid UTF-8
Error: Invalid WebSocket frame: text is not valid UTF-8
close codes
Error: Invalid WebSocket frame: close code 0 may not be sent
Error: Invalid WebSocket frame: close code 999 may not be sent
Error: Invalid WebSocket frame: close code 1004 may not be sent
Error: Invalid WebSocket frame: close code 1005 may not be sent
Error: Invalid WebSocket frame: close code 1006 may not be sent
Error: Invalid WebSocket frame: close code 1015 may not be sent
Error: Invalid WebSocket frame: close code 1016 may not be sent
Error: Invalid WebSocket frame: close code 1100 may not be sent
Error: Invalid WebSocket frame: close code 2999 may not be sent
Error: Invalid WebSocket frame: close code 5000 may not be sent
Error: Invalid WebSocket frame: close code 65535 may not be sent
