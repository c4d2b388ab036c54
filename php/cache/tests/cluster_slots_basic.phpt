--TEST--
Commands with keys of several slots are cut and put together
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
$keys = array_map(fn ($i) => "k$i", range(0, 99));
var_dump($redis->mset(array_combine($keys, range(0, 99))));
shuffle($keys);
var_dump(array_map(fn ($value) => "k$value", $redis->mget($keys)) === $keys);
var_dump($redis->mget(['k1', 'none', 'k2', 'k1']));
var_dump($redis->exists($keys), $redis->exists('k1', 'none', 'k2'), $redis->touch(['k1', 'none']));
var_dump($redis->del(['k1', 'none', 'k2']), $redis->unlink('k3', 'k4', 'k5'), $redis->exists($keys));
var_dump($redis->msetnx(['k1' => 1, 'k6' => 1]), $redis->get('k1'), $redis->get('k6'));

// Those that cannot be cut.
var_dump(@$redis->sUnion('k1', 'k2'), error_get_last()['message']);
var_dump($redis->sAdd('{a}1', 'x'), $redis->sUnion('{a}1', '{a}2'));
?>
--EXPECT--
bool(true)
bool(true)
array(4) {
  [0]=>
  string(1) "1"
  [1]=>
  bool(false)
  [2]=>
  string(1) "2"
  [3]=>
  string(1) "1"
}
int(100)
int(2)
int(1)
int(2)
int(3)
int(95)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(0)
}
string(1) "1"
string(1) "6"
bool(false)
string(63) "Baton\RedisCluster::sUnion(): Keys don't hash to the same slot!"
int(1)
array(1) {
  [0]=>
  string(1) "x"
}
