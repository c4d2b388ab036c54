--TEST--
Client: receive() waits as long as it may and no longer
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer('echo_all(upgraded());');
$client = new Client($server->url);
$client->connect();
$waited = took(function () use ($client) {
    var_dump($client->receive(100));
});
var_dump($waited >= 100 && $waited < 1000);
$waited = took(function () use ($client) {
    var_dump($client->receive(0));
});
var_dump($waited < 50, $client->isOpen());

// Before it is connected it does not wait either.
$late = new Client($server->url);
var_dump($late->receive(0), $late->isOpen());
echo threw(fn () => $client->receive(-1)), "\n";
?>
--EXPECT--
NULL
bool(true)
NULL
bool(true)
bool(true)
NULL
bool(false)
ValueError 0: WebSocket\Client::receive(): Argument #1 ($timeoutMs) must be 0 or more milliseconds, or null to wait for ever
