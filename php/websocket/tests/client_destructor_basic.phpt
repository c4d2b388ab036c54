--TEST--
Client: one that is given up says so and does not wait
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fwrite($connection, str_repeat(frame(1, 'not received'), 10000));
    say_frame($connection);
    sleep(1);
    PHP);
$client = new Client($server->url);
echo $client->receive(), "\n";
var_dump(took(function () use (&$client) {
    $client = null;
}) < 500);
echo $server->line(), "\n";
?>
--EXPECT--
not received
bool(true)
opcode 8: 1001 
