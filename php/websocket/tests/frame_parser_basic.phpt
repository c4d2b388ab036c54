--TEST--
FrameParser: what a server reads from a client
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{FrameParser, Protocol};

$parser = new FrameParser();
var_dump($parser->push(''));
$bytes = raw_frame(0x81, 'Hello', 'abcd') . raw_frame(0x82, "\0\xff", "\xff\xff\xff\xff") . raw_frame(0x89, 'ping', 'abcd')
    . raw_frame(0x8a, '', 'abcd') . raw_frame(0x81, '', 'abcd') . raw_frame(0x81, str_repeat('long ', 20000), 'abcd');
$frames = $parser->push($bytes);
foreach ($frames as $frame) {
    echo "{$frame->type->name} $frame->opcode $frame->flags ", strlen($frame->payload), ' ', json_encode($frame->final), " $frame->bytesConsumed\n";
}
var_dump(array_is_list($frames), array_sum(array_column($frames, 'bytesConsumed')) === strlen($bytes));
var_dump($frames[0]->payload, bin2hex($frames[1]->payload), $frames[5]->payload === str_repeat('long ', 20000));
// What was read is sent on as it is.
var_dump(Protocol::pack($frames[0]) === "\x81\x05Hello");
?>
--EXPECT--
array(0) {
}
Text 1 1 5 true 11
Binary 2 1 2 true 8
Ping 9 1 4 true 10
Pong 10 1 0 true 6
Text 1 1 0 true 6
Text 1 1 100000 true 100014
bool(true)
bool(true)
string(5) "Hello"
string(4) "00ff"
bool(true)
bool(true)
