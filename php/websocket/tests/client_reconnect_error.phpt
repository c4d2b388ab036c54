--TEST--
Client: what cannot be re-established is told, and some of it is not even tried
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$options = ['reconnectAttempts' => 3, 'reconnectDelayMs' => 20];

// Nobody is there any more.
$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fclose($listener);
    fwrite($connection, frame(1, 'only'));
    PHP);
$client = new Client($server->url, $options);
echo $client->receive(), "\n";
$waited = took(function () use ($client) {
    echo preg_replace('/:\d+/', ':PORT', threw(fn () => $client->receive())), "\n";
});
// Pauses of 20, 40 and 80 ms, each less up to half of it.
var_dump($waited >= 70 && $waited < 1500, $client->isOpen(), $client->getCloseCode());

// A server that says no.
$server = new RawServer(<<<'PHP'
    fclose(upgraded());
    $connection = accept();
    request($connection);
    fwrite($connection, "HTTP/1.1 401 Unauthorized\r\n\r\n");
    fclose($connection);
    PHP);
$client = new Client($server->url, $options);
$client->connect();
echo preg_replace('/:\d+/', ':PORT', threw(fn () => $client->receive())), "\n";

// A server that has said what it wanted to say.
$server = new RawServer(<<<'PHP'
    foreach ([1000, 1008, 4000] as $code) {
        $connection = upgraded();
        fwrite($connection, close_frame($code));
        say_frame($connection);
    }
    $connection = upgraded();
    fwrite($connection, frame(1, "\xff"));
    say_frame($connection);
    PHP);
for ($i = 0; $i < 3; $i++) {
    $client = new Client($server->url, $options);
    var_dump($client->receive(), $client->getCloseCode());
}
$client = new Client($server->url, $options);
echo threw(fn () => $client->receive()), ' ', $client->getReconnects(), "\n";

// The first connection is not tried again.
echo preg_replace('/:\d+/', ':PORT', threw(fn () => (new Client('ws://127.0.0.1:1', $options))->receive())), "\n";
?>
--EXPECT--
only
WebSocket\ConnectionException 111: the connection was lost and not re-established (attempt 3 of 3): cannot connect to 127.0.0.1:PORT: Connection refused
bool(true)
bool(false)
int(1006)
WebSocket\ConnectionException 401: the connection was lost and not re-established (attempt 1 of 3): 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 401 instead of 101
NULL
int(1000)
NULL
int(1008)
NULL
int(4000)
WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: text is not valid UTF-8 0
WebSocket\ConnectionException 111: cannot connect to 127.0.0.1:PORT: Connection refused
