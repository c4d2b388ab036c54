--TEST--
Client: the request says what the URL and the options say
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, ClientOptions};
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    for ($i = 0; $i < 3; $i++) {
        $connection = accept();
        $request = request($connection);
        fwrite($connection, agreement($request, $i === 0 ? "Sec-WebSocket-Protocol: v2.chat\r\n" : ''));
        echo preg_replace(['/(?<=Key: )\S{22}==/', '/:\d+(?=\r)/'], ['KEY', ':PORT'], rtrim($request)), "\n\n";
        flush();
    }
    sleep(5);
    PHP);
$options = new ClientOptions(
    headers: ['Origin' => 'https://a.example', 'X-Name' => 'Zoë'],
    subprotocols: ['v1.chat', 'v2.chat'],
    compression: true,
);
$client = new Client(str_replace('ws://', 'ws://user:p%40ss@', $server->url) . '/room?id=7', $options);
var_dump($client->subprotocol);
$client->connect();
var_dump($client->subprotocol);
$client = new Client($server->url, ['headers' => ['host' => 'other.example']]);
$client->connect();
var_dump($client->subprotocol);
$client = new Client(str_replace('ws://', 'ws://u:p@', $server->url), ['headers' => ['authorization' => 'Bearer t']]);
$client->connect();
for ($i = 0; $i < 31; $i++) {
    echo trim($server->line()), "\n";
}
?>
--EXPECT--
NULL
string(7) "v2.chat"
NULL
GET /room?id=7 HTTP/1.1
Host: 127.0.0.1:PORT
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: KEY
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: v1.chat, v2.chat
Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits
Origin: https://a.example
X-Name: Zoë
Authorization: Basic dXNlcjpwQHNz

GET / HTTP/1.1
Host: other.example
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: KEY
Sec-WebSocket-Version: 13

GET / HTTP/1.1
Host: 127.0.0.1:PORT
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: KEY
Sec-WebSocket-Version: 13
authorization: Bearer t
