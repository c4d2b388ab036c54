--TEST--
Server: fragments become one message, with control frames between them
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$client = RawClient::open($server->address);
$client->send(TEXT, 'a', false)->send(CONTINUATION, 'b', false)->send(PING, 'between')->send(CONTINUATION, '', false)->send(CONTINUATION, 'c');
echo $client->next(), "\n", $client->next(), "\n";
// A character over two fragments, and over bytes that come one by one.
$euro = "\xe2\x82\xac";
$client->send(TEXT, "1 $euro[0]", false)->send(CONTINUATION, "$euro[1]$euro[2]");
echo hex2bin(substr($client->next(), strlen('text: '))), "\n";
foreach (str_split(RawClient::frame(TEXT, 'x', false) . RawClient::frame(CONTINUATION, 'y')) as $byte) {
    $client->write($byte);
}
echo $client->next(), "\n";
for ($i = 0; $i < 1000; $i++) {
    $client->send($i ? CONTINUATION : BINARY, 'z', $i === 999);
}
echo $client->next(), "\n";
$server->stop();
?>
--EXPECT--
pong: between
text: abc
1 €
text: xy
binary: 1000 bytes
server: run() has returned
exit status 0
