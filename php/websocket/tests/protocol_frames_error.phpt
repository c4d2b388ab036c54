--TEST--
Server: frames against the rules are answered 1002
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$frame = RawClient::frame(...);
$cases = [
    'not masked' => $frame(TEXT, 'x', masked: false),
    'RSV1' => $frame(TEXT, 'x', reserved: RSV1),
    'RSV2' => $frame(TEXT, 'x', reserved: RSV2),
    'RSV3' => $frame(PING, 'x', reserved: RSV3),
    'opcode 3' => $frame(0x3),
    'opcode 11' => $frame(0xB),
    'a fragmented ping' => $frame(PING, final: false),
    'a ping of 126 bytes' => $frame(PING, str_repeat('x', 126)),
    'a continuation of nothing' => $frame(CONTINUATION, 'x'),
    'a message within a message' => $frame(TEXT, 'x', final: false) . $frame(TEXT, 'y'),
    'a length in more bytes than it needs' => "\x81\xfe\x00\x05\0\0\0\0hello",
    'the same in eight bytes' => "\x81\xff\0\0\0\0\0\0\x00\x05\0\0\0\0hello",
    'a length with its highest bit' => "\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0",
    'text behind the fault' => $frame(0x3) . $frame(TEXT, 'x'),
];
foreach ($cases as $words => $bytes) {
    $client = RawClient::open($server->address);
    $client->write($bytes);
    $answer = $client->rest();
    echo $words, ': ', preg_replace('/1002 .*,/', '1002,', $answer), "\n";
}
$server->stop();
?>
--EXPECT--
not masked: close: 1002, end
RSV1: close: 1002, end
RSV2: close: 1002, end
RSV3: close: 1002, end
opcode 3: close: 1002, end
opcode 11: close: 1002, end
a fragmented ping: close: 1002, end
a ping of 126 bytes: close: 1002, end
a continuation of nothing: close: 1002, end
a message within a message: close: 1002, end
a length in more bytes than it needs: close: 1002, end
the same in eight bytes: close: 1002, end
a length with its highest bit: close: 1002, end
text behind the fault: close: 1002, end
server: run() has returned
exit status 0
