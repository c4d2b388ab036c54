--TEST--
Transactions are begun at each node that takes part; pipelines go to all at once
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
use Baton\RedisCluster;

$cluster = new Cluster;
$redis = $cluster->client();
// One slot of each node.
$keys = [];
for ($i = 0; count($keys) < 3; $i++) {
    $keys[$cluster->owner($cluster->slot("key$i"))] ??= "key$i";
}
[$a, $b, $c] = array_values($keys);
var_dump($redis->multi() === $redis, $redis->set($a, '1') === $redis, $redis->mset([$b => '2', $c => '3']) === $redis, $redis->mget([$c, $a, $b]) === $redis);
var_dump($redis->getMode() === Baton\Redis::MULTI, $redis->exec() === [true, true, ['3', '1', '2']], $redis->getMode());

// Nobody else may change what is watched; only its node's commands fall.
$other = $cluster->client();
var_dump($redis->watch($a, $b), $other->set($a, 'other'));
var_dump($redis->multi()->set($a, 'mine')->get($c)->exec() === [false, '3'], $redis->get($a));
var_dump($redis->watch($a), $other->set($a, 'again'), $redis->unwatch(), $redis->multi()->get($a)->exec());

var_dump($redis->multi()->set($a, 'gone') === $redis, $redis->discard(), $redis->get($a));
var_dump(@$redis->exec(), error_get_last()['message'], @$redis->discard(), error_get_last()['message']);
$redis->multi();
var_dump(@$redis->multi(), error_get_last()['message'], @$redis->watch($a), error_get_last()['message'], $redis->exec());

// All at once, whatever the slot.
$redis->hset('hash', 'f', 'v');
$results = $redis->pipeline()->set('x', 1)->incr('x')->get('hash')->mget(['x', $b])->del('x', 'hash')->hgetall('none')->exec();
var_dump($results === [true, 2, false, ['2', '2'], 2, []], $redis->getLastError());
$redis->pipeline();
for ($i = 0; $i < 1000; $i++) {
    $redis->set("p$i", $i);
}
var_dump(array_sum($redis->exec()), $redis->mget(['p0', 'p999']) === ['0', '999']);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
string(5) "other"
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(5) "again"
}
bool(true)
bool(true)
string(5) "again"
bool(false)
string(61) "Baton\RedisCluster::exec(): RedisCluster is not in MULTI mode"
bool(false)
string(59) "Baton\RedisCluster::discard(): Cluster is not in MULTI mode"
bool(false)
string(76) "Baton\RedisCluster::multi(): RedisCluster is already in MULTI mode, ignoring"
bool(false)
string(68) "Baton\RedisCluster::watch(): WATCH command not allowed in MULTI mode"
array(0) {
}
bool(true)
string(65) "WRONGTYPE Operation against a key holding the wrong kind of value"
int(1000)
bool(true)
