--TEST--
A connection that the server has closed: what only asks about the server or the connection is asked again by a new one
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;
/* A port that was free a moment ago: on a Unix socket it is seen when a command is sent that nobody is there. */
$listener = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
fclose($listener);
redis_server('--port', (string) $port);
[$redis, $other] = [new Redis, new Redis];
array_map(fn ($client) => $client->setOption(Redis::OPT_USE_CACHE, false) && $client->connect('127.0.0.1', $port), [$redis, $other]);
$calls = [
    'ping' => fn () => $redis->ping(),
    'echo' => fn () => $redis->echo('text'),
    'time' => fn () => count($redis->time()),
    'info' => fn () => isset($redis->info('server')['run_id']),
    'lastSave' => fn () => $redis->lastSave() > 0,
    'role' => fn () => $redis->role()[0],
    'client id' => fn () => $redis->client('id') > 0,
    'client list' => fn () => count($redis->client('list')) > 0,
    'client getname' => fn () => $redis->client('getname'),
    'client info' => fn () => isset($redis->client('info')['id']),
    'get' => fn () => $redis->get('key'),
];
$results = [];
for ($round = 0; $round < 40; $round++) {
    foreach ($calls as $name => $call) {
        $id = $redis->client('id');
        $other->client('kill', ['id' => (string) $id]);
        try {
            $results[$name][json_encode($call())] = true;
        } catch (Baton\RedisException $exception) {
            $results[$name][$exception->getMessage()] = true;
        }
    }
}
foreach ($results as $name => $all) {
    echo "$name: ", implode(' | ', array_keys($all)), "\n";
}
// What may have been run is not sent again.
$lost = 0;
for ($round = 0; $round < 40; $round++) {
    $id = $redis->client('id');
    $other->client('kill', ['id' => (string) $id]);
    try {
        $redis->incr('number');
    } catch (Baton\RedisException) {
        $lost++;
    }
}
show((int) $other->get('number') === 40 - $lost);
?>
--EXPECT--
ping: true
echo: "text"
time: 2
info: true
lastSave: true
role: "master"
client id: true
client list: true
client getname: false
client info: true
get: false
true
