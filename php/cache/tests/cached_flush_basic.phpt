--TEST--
What empties databases empties the memory of them
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
$fill = function () use ($redis) {
    foreach ([1, 0] as $database) {
        $redis->select($database);
        $redis->set('key', "of $database");
        $redis->get('key');
    }
};
$fill();
$redis->select(1);
var_dump($redis->get('key'));
$redis->select(0);
var_dump($redis->get('key'));
$redis->flushDB();
var_dump($redis->get('key'));
$redis->select(1);
var_dump($redis->get('key'));
$fill();
$redis->flushAll();
var_dump($redis->get('key'));
$fill();
$other->flushAll();
var_dump(until(fn () => $redis->get('key') === false));
$fill();
$redis->swapdb(0, 1);
var_dump($redis->get('key'));

// A message of the server does not say in which database its key is.
$redis->select(1);
$other->select(1);
$other->set('key', 'first');
until(fn () => $redis->get('key') === 'first' && $redis->isTracked('key'));
$other->set('key', 'second');
var_dump(until(fn () => $redis->get('key') === 'second'));

// Databases that are not cached work as well.
$far = $server->client(false);
$far->close();
$redis->select(15);
$redis->set('key', 'far');
var_dump($redis->get('key'), $redis->get('key'));
?>
--EXPECT--
string(4) "of 1"
string(4) "of 0"
bool(false)
string(4) "of 1"
bool(false)
bool(true)
string(4) "of 1"
bool(true)
string(3) "far"
string(3) "far"
