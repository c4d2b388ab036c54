--TEST--
A primary that dies is replaced; replicas read where that is asked for
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

$cluster = new Cluster(1);
$redis = $cluster->client(10);
$redis->set('key', 'value');
$slot = $cluster->slot('key');
$primary = $cluster->owner($slot);
$replica = $cluster->ports[array_search($primary, $cluster->ports, true) + 3];
$cluster->wait(fn () => $cluster->ask($replica, 'DBSIZE') === '1');

// Replicas alone, or both.
$gets = function (int $port) use ($cluster): int {
    preg_match('/cmdstat_get:calls=(\d+)/', $cluster->ask($port, 'INFO', 'commandstats'), $found);
    return (int) ($found[1] ?? 0);
};
$redis->setOption(Baton\Redis::OPT_USE_CACHE, false);
var_dump($redis->setOption(RedisCluster::OPT_SLAVE_FAILOVER, 7));
$redis->setOption(RedisCluster::OPT_SLAVE_FAILOVER, RedisCluster::FAILOVER_DISTRIBUTE_SLAVES);
var_dump($redis->getOption(RedisCluster::OPT_SLAVE_FAILOVER));
[$before, $there] = [$gets($primary), $gets($replica)];
for ($i = 0; $i < 20; $i++) {
    $redis->get('key');
}
var_dump($gets($primary) - $before, $gets($replica) - $there);
$redis->setOption(RedisCluster::OPT_SLAVE_FAILOVER, RedisCluster::FAILOVER_DISTRIBUTE);
for ($i = 0; $i < 60; $i++) {
    $redis->get('key');
}
var_dump($gets($primary) > $before, $gets($replica) > $there + 20, $redis->set('key', 'value'));

// At once from a replica, while nobody has taken its primary's place.
$redis->setOption(RedisCluster::OPT_SLAVE_FAILOVER, RedisCluster::FAILOVER_ERROR);
$cluster->stop($primary);
$began = microtime(true);
var_dump($redis->get('key'), microtime(true) - $began < 0.5);
// A write waits until somebody has.
var_dump($redis->set('key', 'new'), $redis->get('key'));
var_dump(in_array(['127.0.0.1', $replica], $redis->_masters()));
?>
--EXPECT--
bool(false)
int(3)
int(0)
int(20)
bool(true)
bool(true)
bool(true)
string(5) "value"
bool(true)
bool(true)
string(3) "new"
bool(true)
