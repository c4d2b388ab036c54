--TEST--
Protocol::encode(): a client masks each frame with a key of its own
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{MessageType, Protocol};

$keys = [];
foreach ([0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 64, 125, 126, 300, 65535, 65536] as $length) {
    $payload = substr(str_repeat("Gr\u{fc}\u{df}e, ", 10000), 0, $length);
    $frame = Protocol::encode($payload, MessageType::Binary, true);
    $header = match (true) { $length < 126 => 2, $length < 65536 => 4, default => 10 };
    $keys[] = $key = substr($frame, $header, 4);
    if ($frame !== raw_frame(0x82, $payload, $key)) {
        echo "$length is wrong\n";
    }
}
for ($i = 0; $i < 1000; $i++) {
    $keys[] = substr(Protocol::encode('', masked: true), 2);
}
// Two in 1,018 random keys are the same once in 8,000 runs, three of them never.
var_dump(count(array_unique($keys)) >= count($keys) - 2);
echo bin2hex(substr(Protocol::encode('text', MessageType::Text, true), 0, 2)), "\n";
?>
--EXPECT--
bool(true)
8184
