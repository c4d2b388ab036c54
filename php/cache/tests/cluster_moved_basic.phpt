--TEST--
Slots that move are followed: MOVED, ASK, TRYAGAIN
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
$redis->mset(['{s}1' => 'one', '{s}2' => 'two']);
$slot = (string) $cluster->slot('{s}1');
$from = $cluster->owner((int) $slot);
$to = $from === $cluster->ports[0] ? $cluster->ports[1] : $cluster->ports[0];
var_dump($redis->_redir());

// On its way: one of the keys has gone, the other not.
$cluster->ask($to, 'CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $cluster->id($from));
$cluster->ask($from, 'CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $cluster->id($to));
$cluster->ask($from, 'MIGRATE', '127.0.0.1', (string) $to, '{s}1', '0', '1000');
var_dump($redis->get('{s}1'), $redis->_redir() === "127.0.0.1:$to", $redis->get('{s}2'));
var_dump($redis->set('{s}1', 'ONE'), $redis->get('{s}1'), $redis->set('{s}new', 'new'), $redis->get('{s}new'));
var_dump($redis->pipeline()->get('{s}1')->get('{s}2')->get('other')->exec() === ['ONE', 'two', false]);
// Neither node has both: it is waited for, until somebody brings the rest.
if (!($child = pcntl_fork())) {
    usleep(300_000);
    $cluster->ask($from, 'MIGRATE', '127.0.0.1', (string) $to, '{s}2', '0', '1000');
    exit;
}
var_dump($redis->mget(['{s}1', '{s}2']));
pcntl_waitpid($child, $status);

// It is there.
$redis = $cluster->client();
$redis->setOption(Baton\Redis::OPT_USE_CACHE, false); // or it would ask for the map by itself, if this took a second
$other = $cluster->client();
$other->get('{s}1');
foreach ([$to, $from, ...$cluster->ports] as $port) {
    $cluster->ask($port, 'CLUSTER', 'SETSLOT', $slot, 'NODE', $cluster->id($to));
}
usleep(100_000);
var_dump($redis->get('{s}2'), $redis->_redir() === "127.0.0.1:$to", $redis->incr('{s}n'));
var_dump($other->pipeline()->incr('{s}n')->get('{s}1')->exec());

// In a transaction there is no second try.
$third = $cluster->client();
foreach ([$from, $to, ...$cluster->ports] as $port) {
    $cluster->ask($port, 'CLUSTER', 'SETSLOT', $slot, 'NODE', $cluster->id($port === $to ? $to : $to));
}
$third->multi();
var_dump($third->get('{s}1') === $third, $third->exec());
?>
--EXPECT--
NULL
string(3) "one"
bool(true)
string(3) "two"
bool(true)
string(3) "ONE"
bool(true)
string(3) "new"
bool(true)
array(2) {
  [0]=>
  string(3) "ONE"
  [1]=>
  string(3) "two"
}
string(3) "two"
bool(true)
int(1)
array(2) {
  [0]=>
  int(2)
  [1]=>
  string(3) "ONE"
}
bool(true)
array(1) {
  [0]=>
  string(3) "ONE"
}
