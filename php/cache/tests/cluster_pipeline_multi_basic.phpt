--TEST--
A cluster's pipeline with transactions in it: each has one result, and the object goes on
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
var_dump($redis->pipeline()->multi()->exec()->exec() === [[]]);
$results = $redis->pipeline()->set('a', 1)->multi()->set('x', 42)->incr('x')->exec()->mget(['x', 'a'])->multi()->get('{t}1')->mset(['{t}1' => 1, '{t}2' => 2])->mget(['{t}2', '{t}1'])->exec()
    ->del('x', 'a')->exec();
var_dump($results === [true, [true, 43], ['43', '1'], [false, true, ['2', '1']], 2]);
var_dump($redis->getMode(), $redis->set('b', 2), $redis->get('b'));

// One of its commands is refused by the server.
var_dump($redis->pipeline()->multi()->set('s', 'text')->incr('s')->get('s')->exec()->get('b')->exec() === [[true, false, 'text'], '2'], $redis->getMode());
// The whole is, whose keys are in several slots of a node: what comes behind it is not run.
try {
    var_dump($redis->pipeline()->multi()->set('a', 1)->set('x', 2)->set('b', 3)->set('key0', 3)->set('key4', 4)->exec()->exec());
} catch (Baton\RedisClusterException $exception) {
    echo $exception->getMessage(), ' ', $redis->getMode(), ' ', $redis->get('b'), "\n";
}
var_dump(@$redis->pipeline()->multi()->multi(), error_get_last()['message'], $redis->getMode(), $redis->discard(), $redis->getMode());
// It is not ended by the pipeline's own exec(), but by the next one.
var_dump($redis->pipeline()->multi()->get('b')->exec() === $redis, $redis->exec(), $redis->get('b'));
?>
--EXPECT--
bool(true)
bool(true)
int(0)
bool(true)
string(1) "2"
bool(true)
int(0)
Error processing EXEC across the cluster 0 2
bool(false)
string(76) "Baton\RedisCluster::multi(): RedisCluster is already in MULTI mode, ignoring"
int(2)
bool(true)
int(0)
bool(true)
array(1) {
  [0]=>
  array(1) {
    [0]=>
    string(1) "2"
  }
}
string(1) "2"
