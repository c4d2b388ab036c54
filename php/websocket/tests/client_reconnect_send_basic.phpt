--TEST--
Client: what is sent while a connection is re-established goes to the new one
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    fclose(upgraded());
    say_frame(upgraded());
    PHP);
$client = new Client($server->url, ['reconnectAttempts' => 2, 'reconnectDelayMs' => 400]);
$client->connect();
var_dump($client->receive(100), $client->isOpen(), $client->getReconnects());
$client->send('to the new one');
var_dump($client->getReconnects());
echo $server->line(), "\n";
?>
--EXPECT--
NULL
bool(true)
int(0)
int(1)
opcode 1: to the new one
