--TEST--
Protocol::encode(): lengths are written in their shortest form
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

foreach ([0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 125, 126, 127, 255, 256, 1000, 65535, 65536, 70000] as $length) {
    $payload = substr(str_repeat('abcdefghijklmnopqrstuvwxyz0123456789', 2000), 0, $length);
    $frame = Protocol::encode($payload);
    if ($frame !== raw_frame(0x81, $payload)) {
        echo "$length: ", bin2hex(substr($frame, 0, 20)), "\n";
    }
}
echo bin2hex(substr(Protocol::encode(str_repeat('a', 126)), 0, 5)), "\n";
echo bin2hex(substr(Protocol::encode(str_repeat('a', 65536)), 0, 11)), "\n";
?>
--EXPECT--
817e007e61
817f000000000001000061
