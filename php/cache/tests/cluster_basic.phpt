--TEST--
Commands of a cluster go to the node that has their keys
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
var_dump(count($redis->_masters()));
$same = true;
for ($i = 0; $i < 50; $i++) {
    $same = $redis->set("key$i", "value$i") === true && $redis->get("key$i") === "value$i" && $same;
}
var_dump($same, count($redis->keys('key*')));
var_dump($redis->hset('hash', 'a', 1, 'b', 2), $redis->hgetall('hash'));
var_dump($redis->eval('return {KEYS[1], ARGV[1]}', ['key', 'argument'], 1));
var_dump($redis->lPush('{tag}1', 'a'), $redis->rpoplpush('{tag}1', '{tag}2'));

// Options are all nodes', also of those that were asked before.
var_dump($redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP), $redis->setOption(Baton\Redis::OPT_PREFIX, 'p:'));
$redis->set('list', [1, 2]);
var_dump($redis->get('list'), $redis->_prefix('x'), $redis->getOption(Baton\Redis::OPT_PREFIX));
$redis->setOption(Baton\Redis::OPT_PREFIX, '');
var_dump(unserialize($redis->rawcommand('p:list', 'GET', 'p:list')));

// A cursor by key, and by node.
$redis->sAdd('set', 1, 2, 3);
$iterator = null;
$members = $redis->sscan('set', $iterator);
sort($members);
var_dump($members, $iterator);
$found = 0;
foreach ($redis->_masters() as $node) {
    $iterator = null;
    while (($keys = $redis->scan($iterator, $node, 'key*', 10)) !== false) {
        $found += count($keys);
    }
}
var_dump($found);
?>
--EXPECT--
int(3)
bool(true)
int(50)
int(2)
array(2) {
  ["a"]=>
  string(1) "1"
  ["b"]=>
  string(1) "2"
}
array(2) {
  [0]=>
  string(3) "key"
  [1]=>
  string(8) "argument"
}
int(1)
string(1) "a"
bool(true)
bool(true)
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
string(3) "p:x"
string(2) "p:"
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
int(0)
int(50)
