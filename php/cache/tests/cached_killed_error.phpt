--TEST--
Nothing stale is read when a connection, the tracker or the server goes
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$clients = fn () => array_column($other->client('list'), 'id', 'cmd');
$warm = function (string $value) use ($redis, $other) {
    $other->set('key', $value);
    return until(fn () => $redis->get('key') === $value) && $redis->get('key') === $value;
};

var_dump($warm('one'));
// The server forgets whose keys it would have told of.
$mine = $redis->client('id');
$other->rawcommand('CLIENT', 'KILL', 'ID', $mine);
$other->set('key', 'two');
var_dump(until(fn () => $redis->get('key') === 'two'), $redis->client('id') !== $mine);
var_dump($warm('three'));

// Whoever would have heard.
foreach ($other->client('list') as $client) {
    if ($client['resp'] == 3) {
        $other->rawcommand('CLIENT', 'KILL', 'ID', $client['id']);
    }
}
$other->set('key', 'four');
var_dump(until(fn () => $redis->get('key') === 'four'));
var_dump($warm('five'));
// Another one follows, and reads are answered from memory again.
var_dump(until(function () use ($redis, $server) {
    $calls = $server->calls('get');
    return $redis->get('key') === 'five' && $server->calls('get') === $calls;
}));

// The server itself.
$server->stop(9);
var_dump(until(function () use ($redis) {
    try {
        $redis->get('key');
        return false;
    } catch (Baton\RedisException) {
        return true;
    }
}));
$server->start();
$other = $server->client(false);
$other->set('key', 'six');
var_dump(until(function () use ($redis) {
    try {
        return $redis->get('key') === 'six';
    } catch (Baton\RedisException) {
        return false;
    }
}));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
