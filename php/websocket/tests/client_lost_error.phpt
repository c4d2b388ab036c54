--TEST--
Client: a connection that breaks is no end in good order
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    for ($i = 0; $i < 3; $i++) {
        $connection = upgraded();
        fwrite($connection, frame(1, 'last'));
        fclose($connection);
    }
    PHP);
$client = new Client($server->url);
$client->connect();
echo $client->receive(), ', ', threw(fn () => $client->receive()), "\n", threw(fn () => $client->receive()), "\n";
var_dump($client->isOpen(), $client->getCloseCode());

// What came before is received, even if it is sending that finds out.
$client->connect();
usleep(200000);
do {
    $why = threw(fn () => $client->send(str_repeat('x', 100000)));
} while ($why === 'nothing was thrown');
var_dump(str_contains($why, 'the connection was lost'));
// Whether reading or sending has found the end first depends on the system, and the code with it.
echo $client->receive(), ', ', preg_replace('/ \d+: (the connection was lost): .*/', ': $1', threw(fn () => $client->receive())), "\n";

try {
    $client->connect();
    foreach ($client as $message) {
        echo $message, "\n";
    }
} catch (WebSocket\ConnectionException $lost) {
    echo $lost->getMessage(), "\n";
}
?>
--EXPECT--
last, WebSocket\ConnectionException 1006: the connection was lost: the server ended it without a close frame
WebSocket\ConnectionException 1006: the connection was lost: the server ended it without a close frame
bool(false)
int(1006)
bool(true)
last, WebSocket\ConnectionException: the connection was lost
last
the connection was lost: the server ended it without a close frame
