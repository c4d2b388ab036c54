--TEST--
Frame: cloned, serialized, exported, compared, referred to weakly
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Frame, MessageType, Protocol};

$read = Protocol::decode("\x81\x05Hello");
$made = new Frame(MessageType::Text, 'Hello');
foreach ([$read, $made] as $frame) {
    var_dump(clone $frame == $frame, unserialize(serialize($frame)) == $frame);
    var_dump((array) $frame === get_object_vars($frame), count((array) $frame));
}
var_dump($read == $made, Protocol::pack(unserialize(serialize($read))) === "\x81\x05Hello");
$clone = clone $read;
unset($read, $frame);
echo "$clone->payload\n";

$frame = Protocol::decode("\x82\x01a");
$weak = WeakReference::create($frame);
$map = new WeakMap();
$map[$frame] = 'kept';
var_dump($weak->get() === $frame, count($map));
$frame = null;
var_dump($weak->get(), count($map));

$frame = Protocol::decode("\x82\x01a");
foreach ($frame as $name => $value) {
    echo $name, ' ';
}
$frame = null;
$frames = [];
for ($i = 0; $i < 1000; $i++) {
    $frames[] = Protocol::decode("\x81\x05Hello");
}
$payloads = array_map(fn ($frame) => $frame->payload, $frames);
unset($frames);
gc_collect_cycles();
var_dump(count(array_keys($payloads, 'Hello')));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(6)
bool(true)
bool(true)
bool(true)
int(6)
bool(false)
bool(true)
Hello
bool(true)
int(1)
NULL
int(0)
type opcode flags payload final bytesConsumed int(1000)
