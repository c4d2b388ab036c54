--TEST--
Client: a server that does not close is waited for up to closeTimeoutMs
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    say_frame($connection);
    while (!feof($connection)) {
        @fwrite($connection, frame(1, 'on and on'));
        usleep(10000);
    }
    PHP);
$client = new Client($server->url, ['closeTimeoutMs' => 200]);
$client->connect();
$waited = took(fn () => $client->close());
var_dump($waited >= 200 && $waited < 1500);
var_dump($client->isOpen(), $client->getCloseCode(), $client->receive());

// Nobody is connected: nothing to close.
$client = new Client($server->url);
$client->close();
var_dump($client->getCloseCode());
?>
--EXPECT--
bool(true)
bool(false)
int(1006)
NULL
NULL
