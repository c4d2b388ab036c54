--TEST--
Server: messages of every length come back as they were, text and binary
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo([], say_closes(...));
$client = RawClient::open($server->address);
echo $client->header('Sec-WebSocket-Accept'), "\n";
echo $client->text('hello')->next(), "\n";
echo $client->text('')->next(), "\n";
echo $client->binary("\x00\xff")->next(), "\n";
foreach ([0, 1, 125, 126, 127, 65535, 65536, 200000] as $length) {
    $payload = $length ? substr(str_repeat("abc\xc3\xa9", intdiv($length, 5) + 1), 0, $length) : '';
    $client->binary($payload);
    [$opcode, $back] = $client->read();
    echo $length, ' ', $opcode === BINARY && $back === $payload ? 'same' : 'different', "\n";
}
$client->close(1000, 'bye');
echo $client->rest(), "\n";
$server->show();
$server->stop();
?>
--EXPECT--
s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
text: hello
text:
binary: 00ff
0 same
1 same
125 same
126 same
127 same
65535 same
65536 same
200000 same
close: 1000 bye, end
server: closed: 1000 bye (clean)
server: run() has returned
exit status 0
