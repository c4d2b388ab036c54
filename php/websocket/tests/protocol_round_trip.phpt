--TEST--
Protocol: what encode() writes decode() reads
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{MessageType, Protocol};

mt_srand(7);
for ($i = 0; $i < 2000; $i++) {
    $type = [MessageType::Binary, MessageType::Text, MessageType::Continuation][$i % 3];
    $payload = $type === MessageType::Text
        ? implode('', array_map(fn () => ["a", "\u{e9}", "\u{4e16}", "\u{1f44b}", 'plain ASCII in words '][mt_rand(0, 4)], range(0, mt_rand(0, 60))))
        : random_bytes(mt_rand(1, 500));
    $frame = Protocol::decode(Protocol::encode($payload, $type, (bool) ($i & 4)));
    if ($frame->payload !== $payload || $frame->type !== $type || $frame->flags !== ($i & 4 ? 33 : 1)) {
        exit("$i is wrong");
    }
}
echo "the same\n";
?>
--EXPECT--
the same
