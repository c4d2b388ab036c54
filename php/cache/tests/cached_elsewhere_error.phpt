--TEST--
Several servers behind one address: what one connection reads is what its own server has
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$servers = [new Server, new Server];
$folder = temporary_folder();
run_beside([PHP_BINARY, '-n', __DIR__ . '/programs/balancer.inc', "$folder/both", $servers[0]->socket, $servers[1]->socket], $folder);
await_socket("$folder/both");
$writers = array_map(fn ($server) => $server->client(false), $servers);
function client(string $socket, int $number): Redis
{
    $redis = new Redis;
    $redis->pconnect($socket, -1, 0, "client$number");
    return $redis;
}
/** Whether each of them reads in the end what its server has, and how many of the reads cost no command. */
function agree(array $clients): bool
{
    foreach ($clients as $client) {
        if (!until(fn () => $client->get('key') === $client->rawcommand('GET', 'key'))) {
            return false;
        }
    }
    return true;
}
$clients = array_map(fn ($number) => client("$folder/both", $number), range(1, 8));
for ($round = 0; $round < 5; $round++) {
    foreach ($writers as $number => $writer) {
        $writer->set('key', "server $number, round $round");
    }
    for ($i = 0; $i < 20; $i++) {
        array_map(fn ($client) => $client->get('key'), $clients);
    }
    if (!agree($clients)) {
        echo "round $round: they differ\n";
    }
}
echo 'their servers: ', count(array_unique(array_map(fn ($client) => $client->get('key'), $clients))), "\n";
echo 'found to be elsewhere: ', json_encode(Redis::stats()['usage']['elsewhere'] > 0), "\n";

// The address becomes another server's, and connections to the one before live on.
file_put_contents("$folder/both.only", '0');
$old = client("$folder/both", 100);
until(fn () => $old->get('key') && $old->isTracked('key'));
file_put_contents("$folder/both.only", '1');
$new = client("$folder/both", 101);
for ($round = 0; $round < 3; $round++) {
    foreach ($writers as $number => $writer) {
        $writer->set('key', "server $number, after $round");
    }
    var_dump(agree([$old, $new]));
}
// In the end the new server's reads are kept.
var_dump(until(fn () => $new->get('key') && $new->isTracked('key')), $new->get('key'));
?>
--EXPECT--
their servers: 2
found to be elsewhere: true
bool(true)
bool(true)
bool(true)
bool(true)
string(17) "server 1, after 2"
