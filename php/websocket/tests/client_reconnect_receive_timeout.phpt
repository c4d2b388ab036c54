--TEST--
Client: while a connection is re-established receive() keeps to its time, and close() ends it
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer('fclose(upgraded()); sleep(5);');
$client = new Client($server->url, ['reconnectAttempts' => 5, 'reconnectDelayMs' => 60000]);
$client->connect();
$waited = took(function () use ($client) {
    var_dump($client->receive(100), $client->isOpen());
});
var_dump($waited < 1000);
$client->close();
var_dump($client->isOpen(), $client->getCloseCode(), $client->receive());
?>
--EXPECT--
NULL
bool(true)
bool(true)
bool(false)
int(1006)
NULL
