--TEST--
Protocol::pack(): a payload with any flags
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

echo bin2hex(Protocol::pack('Hi')), "\n";
foreach ([0, 1, 2, 3, 4, 8, 16, 6, 29] as $flags) {
    echo "$flags ", bin2hex(Protocol::pack('Hi', Protocol::OPCODE_BINARY, $flags)), "\n";
}
foreach ([0, 1, 2, 8, 9, 10] as $opcode) {
    echo bin2hex(Protocol::pack('', $opcode)), ' ';
}
echo "\n";
$masked = Protocol::pack('Hi', Protocol::OPCODE_TEXT, Protocol::FLAG_FIN | Protocol::FLAG_MASK);
echo bin2hex(substr($masked, 0, 2)), ' ', Protocol::unpack($masked)->payload, ' ', Protocol::unpack($masked)->flags, "\n";
// Neither a fragment nor what is compressed need be text by itself.
echo bin2hex(Protocol::pack("\xc3", flags: 0)), ' ', bin2hex(Protocol::pack("\xff", flags: Protocol::FLAG_FIN | Protocol::FLAG_COMPRESS)), "\n";
?>
--EXPECT--
81024869
0 02024869
1 82024869
2 42024869
3 c2024869
4 42024869
8 22024869
16 12024869
6 42024869
29 f2024869
8000 8100 8200 8800 8900 8a00 
8182 Hi 33
0101c3 c101ff
