--TEST--
Protocol::decodePayload(): it refuses what decode() refuses
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\Protocol;

foreach (["\x83\x00", "\x09\x00", "\x89\x7e", "\x81\x01\xff", "\x88\x01a", raw_frame(0x88, pack('n', 1005))] as $buffer) {
    $consumed = 'as before';
    thrown(function () use ($buffer, &$consumed) { Protocol::decodePayload($buffer, 0, $consumed); });
    echo "$consumed\n";
}
thrown(fn () => Protocol::decodePayload('', 1));

class Typed { public string $consumed = ''; public array $opcode = []; }
$typed = new Typed();
var_dump(Protocol::decodePayload("\x81\x01a", 0, $typed->consumed), $typed->consumed);
thrown(fn () => Protocol::decodePayload("\x81\x01a", 0, $typed->consumed, $typed->opcode));
?>
--EXPECT--
Error: Invalid WebSocket frame: reserved opcode 0x3
as before
Error: Invalid WebSocket frame: control frame is fragmented
as before
Error: Invalid WebSocket frame: control frame is longer than 125 bytes
as before
Error: Invalid WebSocket frame: text is not valid UTF-8
as before
Error: Invalid WebSocket frame: close frame of one byte cannot hold a code
as before
Error: Invalid WebSocket frame: close code 1005 may not be sent
as before
ValueError: WebSocket\Protocol::decodePayload(): Argument #2 ($offset) must be between 0 and the buffer's length of 0, 1 given
string(1) "a"
string(1) "3"
TypeError: Cannot assign int to reference held by property Typed::$opcode of type array
