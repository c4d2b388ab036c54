--TEST--
What Relay's clusters have beyond PhpRedis's: of values, keys, connections and the memory
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

function show(mixed ...$values): void
{
    foreach ($values as $value) {
        echo json_encode($value, JSON_UNESCAPED_SLASHES), "\n";
    }
}

$cluster = new Cluster;
$redis = $cluster->client();
$other = $cluster->client();
$other->setOption(Baton\Redis::OPT_USE_CACHE, false);

// Of a value, on each of the nodes.
foreach (['a', 'b', 'c', 'd'] as $key) {
    $redis->set($key, "value of $key");
    $redis->hset("h$key", 'field', 'x');
    $tracked[] = [$redis->isTracked($key), $redis->getWithMeta($key)[1]['cached']];
    $cluster->wait(fn () => $redis->getWithMeta($key)[1]['cached']);
    $again[] = [$redis->isTracked($key), $redis->getWithMeta($key)];
    $cluster->wait(fn () => $redis->hgetWithMeta("h$key", 'field')[1]['cached']);
    $fields[] = $redis->hgetWithMeta("h$key", 'field');
}
show($tracked, $again, $fields);
show($redis->getWithMeta('none'));
$cluster->wait(fn () => $redis->getWithMeta('none')[1]['cached']);
show($redis->getWithMeta('none'), $redis->isTracked('none'), $redis->isTracked('nothing'), $other->getWithMeta('a'), $other->getWithMeta('a'));
$cluster->wait(fn () => !$redis->isTracked('a') || !$other->set('a', 'changed'));
show($redis->getWithMeta('a'));
// It waits for exec() like any other.
show($redis->multi()->getWithMeta('a') === $redis, $redis->exec());

// Patterns are those of all nodes, of those that are asked later, too.
$picky = $cluster->client();
$picky->get('a');
show($picky->addIgnorePatterns('b*', 'none'), $picky->addIgnorePatterns('d'), $picky->addAllowPatterns('*'));
foreach (['a', 'b', 'c', 'd'] as $key) {
    for ($i = 0; $i < 20; $i++) {
        $picky->get($key);
    }
    $kept[$key] = $picky->getWithMeta($key)[1]['cached'];
}
show($kept);
show($picky->setOption(Baton\Redis::OPT_IGNORE_PATTERNS, ['a', 'b']), $picky->getOption(Baton\Redis::OPT_IGNORE_PATTERNS), $picky->getOption(Baton\Redis::OPT_ALLOW_PATTERNS));
RedisCluster::flushMemory();
$cluster->wait(fn () => $picky->getWithMeta('d')[1]['cached']);
for ($i = 0; $i < 20; $i++) {
    $picky->get('a');
}
show($picky->getWithMeta('a')[1]['cached']);

// Errors are thrown where the options want it: of one node, of several, of a node that is told, and of a scan.
$strict = $cluster->client();
foreach (['a', 'b', 'c', 'd'] as $key) {
    $strict->set($key, 'x');
}
show($strict->lpush('a', 1), $strict->setOption(Baton\Redis::OPT_THROW_ON_ERROR, true));
foreach ([fn () => $strict->lpush('a', 1), fn () => $strict->mset(['a' => 1, 'b' => 2]), fn () => $strict->get('a'), fn () => $strict->rawcommand('a', 'nonsense'), fn () => $strict->sscan('a', $cursor)] as $do) {
    try {
        show($do());
    } catch (Baton\RedisClusterException $error) {
        show(strtok($error->getMessage(), ' '));
    }
}
show($strict->pipeline()->lpush('a', 1)->get('a')->exec());

// What is missing is null where the options want it, asked or kept.
$strict->setOption(Baton\Redis::OPT_PHPREDIS_COMPATIBILITY, false);
$late = $cluster->client();
$late->setOption(Baton\Redis::OPT_PHPREDIS_COMPATIBILITY, false);
foreach ([$strict, $late] as $client) {
    $first = $client->get('missing');
    $cluster->wait(fn () => $client->getWithMeta('missing')[1]['cached']);
    show([$first, $client->get('missing'), $client->mget(['a', 'missing', 'c']), $client->hget('missing', 'x')]);
}
show($redis->get('missing'));

// Of the connections.
$ids = array_map(fn ($id) => (int) substr(strrchr($id, ':'), 1), $redis->endpointId());
sort($ids);
$ports = $cluster->ports;
sort($ports);
show($ids === $ports, $redis->idleTime() < 5000, $redis->bytes() === $redis->getTransferredBytes(), $redis->getBytes()[0] > 0);
$redis->clearBytes();
show($redis->bytes());
show($redis->option(Baton\Redis::OPT_PREFIX, 'p:'), $redis->option(Baton\Redis::OPT_PREFIX), $redis->_prefix('x'), $redis->option(RedisCluster::OPT_SLAVE_FAILOVER, 1), $redis->option(RedisCluster::OPT_SLAVE_FAILOVER));
$redis->set('x', 1);
show($other->get('p:x'), $redis->flushSlotCache(), $redis->get('x'));

// Of the memory.
$redis->getWithMeta('x');
show(RedisCluster::stats() === Baton\Redis::stats(), RedisCluster::maxMemory() > 1000000, RedisCluster::memory() > 0, str_contains(RedisCluster::metrics(), 'baton_cache_hits_total'));
foreach ($redis->endpointId() as $id) {
    $flushed[] = RedisCluster::flushMemory($id);
}
show($flushed, $redis->getWithMeta('x')[1]['cached'], RedisCluster::flushMemory('tcp://nobody@nowhere:1'), RedisCluster::lastMemoryFlush() > time() - 60);
?>
--EXPECT--
[[false,false],[false,false],[false,false],[false,false]]
[[true,["value of a",{"cached":true,"length":10}]],[true,["value of b",{"cached":true,"length":10}]],[true,["value of c",{"cached":true,"length":10}]],[true,["value of d",{"cached":true,"length":10}]]]
[["x",{"cached":true,"length":1}],["x",{"cached":true,"length":1}],["x",{"cached":true,"length":1}],["x",{"cached":true,"length":1}]]
[false,{"cached":false,"length":0}]
[false,{"cached":true,"length":0}]
true
false
["value of a",{"cached":false,"length":10}]
["value of a",{"cached":false,"length":10}]
["changed",{"cached":false,"length":7}]
true
["changed"]
2
3
1
{"a":true,"b":false,"c":true,"d":false}
true
["a","b"]
["*"]
false
false
true
"WRONGTYPE"
true
"1"
"ERR"
"WRONGTYPE"
[false,"1"]
[null,null,["1",null,"x"],null]
[null,null,["1",null,"x"],null]
false
true
true
true
true
[0,0]
true
"p:"
"p:x"
true
1
"1"
true
"1"
true
true
true
true
[true,true,true]
false
false
true
