--TEST--
Handshake: what of a request makes an upgrade, and what is refused
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$cases = [
    'as it should be' => [],
    'names and tokens in any case' => ['Upgrade' => 'WebSocket', 'Connection' => 'keep-alive, UPGRADE'],
    'without Upgrade' => ['Upgrade' => []],
    'another Upgrade' => ['Upgrade' => 'h2c'],
    'without Connection' => ['Connection' => []],
    'version 8' => ['Sec-WebSocket-Version' => '8'],
    'without a version' => ['Sec-WebSocket-Version' => []],
    'without a key' => ['Sec-WebSocket-Key' => []],
    'a key of 15 bytes' => ['Sec-WebSocket-Key' => base64_encode(str_repeat('x', 15))],
    'a key that is no base64' => ['Sec-WebSocket-Key' => '????????????????????????'],
    'two keys' => ['Sec-WebSocket-Key' => ['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==']],
    'without Host' => ['Host' => []],
];
foreach ($cases as $words => $headers) {
    $client = RawClient::connect($server->address);
    echo $words, ': ', substr($client->upgrade($headers), 0, 3);
    echo ' ', $client->header('Sec-WebSocket-Version'), "\n";
}
foreach (['POST / HTTP/1.1', 'GET / HTTP/1.0', 'GET / HTTP/2.0', "GET /\x01 HTTP/1.1", 'GET /a b HTTP/1.1', 'nonsense'] as $line) {
    $client = RawClient::connect($server->address);
    $client->write("$line\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    echo json_encode($line), ': ', substr($client->response(), 0, 3), "\n";
}
$client = RawClient::connect($server->address);
$client->write("GET / HTTP/1.1\r\nHost: test\r\nName : value\r\n\r\n");
echo 'a blank before the colon: ', substr($client->response(), 0, 3), "\n";
$client = RawClient::connect($server->address);
$client->ask(['X-Long' => str_repeat('x', 100000)]);
echo 'a head of 100,000 bytes: ', substr($client->response(), 0, 3), "\n";
$client = RawClient::connect($server->address);
$client->ask(array_combine(array_map(fn ($n) => "X-$n", range(1, 500)), range(1, 500)));
echo '500 fields: ', substr($client->response(), 0, 3), "\n";
$server->stop();
?>
--EXPECT--
as it should be: 101 
names and tokens in any case: 101 
without Upgrade: 426 
another Upgrade: 426 
without Connection: 400 
version 8: 426 13
without a version: 426 13
without a key: 400 
a key of 15 bytes: 400 
a key that is no base64: 400 
two keys: 400 
without Host: 400 
"POST \/ HTTP\/1.1": 405
"GET \/ HTTP\/1.0": 400
"GET \/ HTTP\/2.0": 505
"GET \/\u0001 HTTP\/1.1": 400
"GET \/a b HTTP\/1.1": 505
"nonsense": 400
a blank before the colon: 400
a head of 100,000 bytes: 431
500 fields: 431
server: run() has returned
exit status 0
