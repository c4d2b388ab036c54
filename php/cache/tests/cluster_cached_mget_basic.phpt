--TEST--
MGET of a cluster's keys asks each node only for what memory does not have
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
$cluster = new Cluster;
$redis = $cluster->client();
$other = $cluster->client();
$other->setOption(Baton\Redis::OPT_USE_CACHE, false);
$calls = function (string $command) use ($cluster): int {
    $calls = 0;
    foreach ($cluster->ports as $port) {
        preg_match("/cmdstat_$command:calls=(\\d+)/", $cluster->ask($port, 'INFO', 'commandstats'), $found);
        $calls += (int) ($found[1] ?? 0);
    }
    return $calls;
};
$keys = array_map(fn ($i) => "key$i", range(0, 19));
$values = array_map(fn ($i) => "value$i", range(0, 19));
$other->mset(array_combine($keys, $values));
$other->hSet('hash', 'f', 1);
// The first commands of a connection agree with its node about what is told.
foreach ([1, 2, 3] as $round) {
    var_dump($redis->mget([...$keys, 'none', 'hash', 'key3']) === [...$values, false, false, 'value3']);
}
$cluster->wait(function () use ($redis, $keys, $calls) {
    $before = $calls('mget');
    $redis->mget([...$keys, 'none', 'hash']);
    return $calls('mget') === $before;
});
[$mgets, $gets] = [$calls('mget'), $calls('get')];
var_dump($redis->mget($keys) === $values, $redis->get('key7'), $calls('mget') - $mgets, $calls('get') - $gets);
$other->set('key4', 'changed');
$cluster->wait(fn () => $redis->mget(['key4', 'key5']) === ['changed', 'value5']);
var_dump($calls('mget') - $mgets);
$redis->set('key6', 'mine');
var_dump($redis->mget(['key6', 'key8', 'none']), $calls('mget') - $mgets);
// Nodes that are lost are found again.
foreach ($cluster->ports as $port) {
    $cluster->ask($port, 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
}
$values[4] = 'changed';
$values[6] = 'mine';
var_dump($redis->mget($keys) === $values, $redis->mget(['hash', 'key1']));
$redis->pipeline()->mget($keys)->set('key1', 'in a pipeline');
var_dump($redis->exec()[0] === $values, $redis->mget(['key1', 'key2']));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "value7"
int(0)
int(0)
int(1)
array(3) {
  [0]=>
  string(4) "mine"
  [1]=>
  string(6) "value8"
  [2]=>
  bool(false)
}
int(2)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  string(6) "value1"
}
bool(true)
array(2) {
  [0]=>
  string(13) "in a pipeline"
  [1]=>
  string(6) "value2"
}
