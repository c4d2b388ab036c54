--TEST--
Client: text and binary messages of all sizes come back as they were sent
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

$server = new RawServer('echo_all(upgraded());');
$client = new Client("$server->url/chat?room=1");
var_dump($client->isOpen(), $client->getCloseCode());
foreach ([0, 1, 125, 126, 65535, 65536, 1 << 20] as $length) {
    foreach ([MessageType::Text, MessageType::Binary] as $sent) {
        $payload = $sent === MessageType::Text ? str_repeat('a', $length) : random_bytes(max(1, $length));
        $client->send($payload, $sent);
        var_dump($client->receive(type: $type) === $payload && $type === $sent);
    }
}
$client->send('Zoë');
var_dump($client->receive(10000), $client->isOpen());
$client->close();
var_dump($client->isOpen(), $client->getCloseCode(), $client->getCloseReason());
?>
--EXPECT--
bool(false)
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(4) "Zoë"
bool(true)
bool(false)
int(1000)
string(0) ""
