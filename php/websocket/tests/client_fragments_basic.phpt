--TEST--
Client: a message may come in fragments and in single bytes, with pings in between
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    $bytes = frame(1, 'Hä', false) . frame(9, 'in between') . frame(0, '', false) . frame(0, 'lt', true) . frame(2, 'x');
    foreach (str_split($bytes) as $byte) {
        fwrite($connection, $byte);
        usleep(200);
    }
    say_frame($connection);
    fwrite($connection, close_frame(1000));
    say_frame($connection);
    PHP);
$client = new Client($server->url);
var_dump($client->receive(10000), $client->receive(10000), $client->receive(10000));
echo $server->rest(), "\n";
?>
--EXPECT--
string(5) "Hält"
string(1) "x"
NULL
opcode 10: in between
opcode 8: 1000 
