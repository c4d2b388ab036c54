--TEST--
Raw commands that change what the server knows of a connection end its part in the cache
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
$server = new Server;
$other = $server->client(false);
$reader = $server->client();
/** Has it read until it would be kept, if it were. */
$read = function ($client, string $key) {
    for ($i = 0; $i < 10; $i++, usleep(5000)) {
        $value = $client->get($key);
    }
    return [$value, $client->isTracked($key)];
};

// Another database, of which the object does not know.
$client = $server->client();
$other->set('key', 'of 0');
$client->rawcommand('select', 1);
$client->set('key', 'of 1');
echo json_encode([$read($client, 'key'), $read($reader, 'key')]), "\n";

// Nobody is told any more of what is read.
$client = $server->client();
$other->set('other', 'old');
echo json_encode($read($client, 'other')), "\n";
$client->rawcommand('CLIENT', 'TRACKING', 'OFF');
$other->set('other', 'new');
usleep(50000);
echo json_encode([$read($client, 'other'), $read($reader, 'other')]), "\n";
$client = $server->client();
$client->client('tracking', false);
echo json_encode($read($client, 'other')[1]), "\n";

// What is harmless changes nothing, and a new connection begins anew.
$client = $server->client();
$client->rawcommand('CLIENT', 'GETNAME');
$client->client('id');
echo json_encode($read($client, 'other')), "\n";
$client->rawcommand('RESET');
echo json_encode($read($client, 'third')[1]), "\n";
$client->close();
$client->connect($server->socket);
echo json_encode($read($client, 'third')[1]), "\n";
?>
--EXPECT--
[["of 1",false],["of 0",true]]
["old",true]
[["new",false],["new",true]]
false
["new",true]
false
true
