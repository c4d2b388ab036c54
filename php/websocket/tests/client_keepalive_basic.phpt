--TEST--
Client: a silent server is sent pings while receive() waits, and given up when it does not answer
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    for ($i = 0; $i < 3; $i++) {
        say_frame($connection);
        fwrite($connection, frame(10, ''));
    }
    fwrite($connection, frame(1, 'here'));
    say_frame($connection);
    say_frame($connection);
    PHP);
$client = new Client($server->url, ['pingIntervalMs' => 100, 'pongTimeoutMs' => 200]);
$client->connect();
$waited = took(fn () => var_dump($client->receive()));
var_dump($waited >= 300 && $waited < 1500);
$waited = took(function () use ($client) {
    echo preg_replace('/\d+ ms/', 'N ms', threw(fn () => $client->receive())), "\n";
});
var_dump($waited >= 300 && $waited < 1500, $client->getCloseCode());
unset($client);
echo $server->rest(), "\n";
?>
--EXPECT--
string(4) "here"
bool(true)
WebSocket\ConnectionException 110: the connection was lost: the server answered no ping and sent nothing within N ms (pingIntervalMs, pongTimeoutMs)
bool(true)
int(1006)
opcode 9: 
opcode 9: 
opcode 9: 
opcode 9: 
the client sent 0 of 2 bytes
