--TEST--
Broadcast: the server tells of all keys with a prefix, however they were read, and what is kept outlives connections
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.tracking=broadcast
baton_cache.tracking_prefixes="user: post:"
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$calls = function (string $command, callable $run) use ($server): int {
    $before = $server->calls($command);
    $run();
    return $server->calls($command) - $before;
};
$other->mset(['user:1' => 'one', 'post:1' => 'a', 'other' => 'x']);
$other->hSet('user:hash', 'field', 'value');

// Kept with the prefixes alone.
foreach (['user:1', 'post:1', 'user:none', 'other'] as $key) {
    echo $key, ' ', $calls('get', fn () => array_map(fn () => $redis->get($key), range(1, 4))), "\n";
}
echo $calls('hgetall', fn () => [$redis->hGetAll('user:hash'), $redis->hGetAll('user:hash')]), ' ',
    $calls('exists', fn () => [$redis->exists('user:1', 'other'), $redis->exists('user:1', 'other')]), "\n";

// What changes is told: written, removed, expired, made.
$is = fn (string $key, mixed $value) => until(fn () => $redis->get($key) === $value);
$other->set('user:1', 'two');
$other->del('post:1');
$other->set('user:none', 'now', ['PX' => 50]);
$other->hSet('user:hash', 'field', 'other');
var_dump($is('user:1', 'two'), $is('post:1', false), until(fn () => $redis->hGetAll('user:hash') === ['field' => 'other']));
var_dump($is('user:none', 'now'), $is('user:none', false));
$redis->set('user:1', 'mine');
var_dump($redis->get('user:1'));

// What a process has read is there when it is gone, and told of.
$child = pcntl_fork();
if ($child === 0) {
    $own = $server->client();
    $own->get('user:child');
    unset($own);
    exec('kill -9 ' . getmypid());
}
pcntl_waitpid($child, $status);
$asks = fn (): bool => $calls('get', fn () => $redis->get('user:child')) > 0;
var_dump($asks());
$other->rawcommand('CLIENT', 'KILL', 'ID', $redis->client('id'));
// Nothing is found for a connection that is gone, once that is noticed, and then for the next one.
var_dump(until($asks), until(fn () => !$asks()), $redis->get('user:child'));
$other->set('user:child', 'grown');
var_dump($is('user:child', 'grown'));

// Whoever would have heard is gone: nothing is believed.
foreach ($other->client('list') as $client) {
    if ($client['resp'] == 3) {
        $other->rawcommand('CLIENT', 'KILL', 'ID', $client['id']);
    }
}
$other->set('user:1', 'three');
var_dump($is('user:1', 'three'));
var_dump(until(fn () => $redis->get('user:1') === 'three' && $redis->isTracked('user:1')));
$other->set('user:1', 'four');
var_dump($is('user:1', 'four'));
// A flush is one of all databases.
$redis->get('user:2');
$other->select(1);
$other->flushDB();
var_dump(until(fn () => !$redis->isTracked('user:2')));
// Events from before the flush are none of what is there now: it is over once something is kept again.
until(fn () => $redis->get('user:2') === false && $redis->isTracked('user:2')) or print "not kept again\n";
// Events come from there as well.
$other->select(0);
$told = [];
$redis->onInvalidated(function ($event) use (&$told) {
    $told[] = $event->key;
});
$other->set('user:unread', 1);
$other->set('other', 1);
var_dump(until(fn () => $redis->dispatchEvents() > 0), $told);
?>
--EXPECT--
user:1 1
post:1 1
user:none 1
other 4
1 2
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(4) "mine"
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(11) "user:unread"
}
