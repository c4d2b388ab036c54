--TEST--
Handshake: a request may come byte by byte, and frames right behind it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$client = RawClient::connect($server->address);
$request = "GET /chat HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
foreach (str_split($request . RawClient::frame(TEXT, 'early')) as $byte) {
    $client->write($byte);
}
echo $client->response(), "\n", $client->next(), "\n";
$client = RawClient::connect($server->address);
$client->write($request . RawClient::frame(TEXT, 'one') . RawClient::frame(TEXT, 'two') . substr(RawClient::frame(TEXT, 'three'), 0, 4));
echo $client->response(), "\n", $client->next(), "\n", $client->next(), "\n";
$client->write(substr(RawClient::frame(TEXT, 'three'), 4));
echo $client->next(), "\n";
$server->stop();
?>
--EXPECT--
101 Switching Protocols
text: early
101 Switching Protocols
text: one
text: two
text: three
server: run() has returned
exit status 0
