--TEST--
Client: receive() re-establishes a lost connection, as often as it takes, and counts it
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

// It breaks, it is refused, it breaks in the handshake, it goes away in good order; then it stays.
$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fwrite($connection, frame(1, 'one'));
    fclose($connection);
    $connection = accept();
    request($connection);
    fwrite($connection, "HTTP/1.1 503 Service Unavailable\r\n\r\n");
    fclose($connection);
    $connection = accept();
    request($connection);
    fclose($connection);
    $connection = upgraded();
    fwrite($connection, frame(1, 'two') . close_frame(1012, 'restart'));
    say_frame($connection);
    fclose($connection);
    $connection = upgraded();
    fwrite($connection, frame(1, 'three'));
    say_frame($connection);
    fwrite($connection, close_frame(1000));
    PHP);
$client = new Client($server->url, ['reconnectAttempts' => 4, 'reconnectDelayMs' => 20]);
echo $client->receive(), ' ', $client->getReconnects(), "\n";
echo $client->receive(), ' ', $client->getReconnects(), "\n";
echo $client->receive(), ' ', $client->getReconnects(), "\n";
var_dump($client->isOpen(), $client->getCloseCode());
$client->send('still here');
var_dump($client->receive(), $client->isOpen(), $client->getCloseCode());
echo $server->rest(), "\n";
?>
--EXPECT--
one 0
two 1
three 2
bool(true)
NULL
NULL
bool(false)
int(1000)
opcode 8: 1012 
opcode 1: still here
