--TEST--
Client: a forked process can neither use nor end its parent's connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    say_frame($connection);
    fwrite($connection, frame(1, 'to the parent'));
    say_frame($connection);
    say_frame(upgraded());
    PHP);
$client = new Client($server->url);
$stream = $client->getStream();
$unused = new Client($server->url);
$child = pcntl_fork();
if ($child === 0) {
    foreach ([fn () => $client->send('from the child'), fn () => $client->receive(), fn () => $client->close(), fn () => $client->connect(), fn () => $client->getStream()] as $use) {
        echo preg_replace('/\d+(?=,)/', 'N', threw($use)), "\n";
    }
    unset($client, $stream, $use);
    exit;
}
pcntl_waitpid($child, $status);
$client->send('from the parent');
var_dump($client->receive(5000));
$client->close(4000);

// One that had no connection yet, each process may use for itself.
if (pcntl_fork() === 0) {
    $unused->send('from another child');
    exit;
}
pcntl_wait($status);
echo $server->rest(), "\n";
?>
--EXPECT--
WebSocket\ConnectionException 0: the connection belongs to process N, which forked this one: make another Client here
WebSocket\ConnectionException 0: the connection belongs to process N, which forked this one: make another Client here
WebSocket\ConnectionException 0: the connection belongs to process N, which forked this one: make another Client here
WebSocket\ConnectionException 0: the connection belongs to process N, which forked this one: make another Client here
WebSocket\ConnectionException 0: the connection belongs to process N, which forked this one: make another Client here
string(13) "to the parent"
opcode 1: from the parent
opcode 8: 4000 
opcode 1: from another child
