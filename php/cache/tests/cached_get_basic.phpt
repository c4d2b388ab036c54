--TEST--
A key that was read is read from memory until it changes
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

$other->set('key', 'one');
var_dump($redis->get('key'), $redis->get('key'), $redis->get('key'), $server->calls('get'));
$other->set('key', 'two');
var_dump(until(fn () => $redis->get('key') === 'two'), $server->calls('get'));
var_dump($redis->set('key', 'three'), $redis->get('key'));
settle($redis, $other); // what the server tells of this write comes after it, and is heeded
$redis->get('key');
$calls = $server->calls('get');
var_dump($redis->get('key'), $redis->get('key'), $server->calls('get') - $calls);

// What is not there is known as well.
var_dump($redis->get('missing'), $redis->get('missing'), $server->calls('get') - $calls);
$other->set('missing', 'found');
var_dump(until(fn () => $redis->get('missing') === 'found'));

// What expires, and what is deleted.
$other->set('short', 'lived', ['PX' => 100]);
var_dump($redis->get('short'), until(fn () => $redis->get('short') === false));
$other->del('key');
var_dump(until(fn () => $redis->get('key') === false));
$redis->set('key', 'again');
$redis->get('key');
$redis->del('key');
var_dump($redis->get('key'));

// Large ones too, and those of a client that wants no cache.
$large = random_bytes(300_000);
$redis->set('large', $large);
$calls = $server->calls('get');
var_dump($redis->get('large') === $large, $redis->get('large') === $large, $server->calls('get') - $calls);
$other->get('large');
$other->get('large');
var_dump($server->calls('get') - $calls);
?>
--EXPECT--
string(3) "one"
string(3) "one"
string(3) "one"
int(1)
bool(true)
int(2)
bool(true)
string(5) "three"
string(5) "three"
string(5) "three"
int(0)
bool(false)
bool(false)
int(1)
bool(true)
string(5) "lived"
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
int(1)
int(3)
