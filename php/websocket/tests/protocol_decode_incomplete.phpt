--TEST--
Protocol::decode(): null until the last byte of a frame is there
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

$frames = [
    raw_frame(0x81, 'Hello'), raw_frame(0x82, "\0\xff", "abcd"), raw_frame(0x82, str_repeat('x', 126)),
    raw_frame(0x82, str_repeat('x', 300), 'abcd'), raw_frame(0x88, "\x03\xe8bye"), raw_frame(0x89, ''),
];
foreach ($frames as $frame) {
    for ($length = 0; $length < strlen($frame); $length++) {
        if (Protocol::decode(substr($frame, 0, $length)) !== null) {
            echo "something of $length bytes\n";
        }
    }
    echo Protocol::decode($frame . 'behind')->bytesConsumed === strlen($frame) ? 'whole' : 'wrong', "\n";
}
// What is announced costs nothing.
var_dump(Protocol::decode("\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xff" . str_repeat('x', 100)));
?>
--EXPECT--
whole
whole
whole
whole
whole
whole
NULL
