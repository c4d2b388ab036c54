--TEST--
What Relay's clients have beyond PhpRedis's: where a value came from, patterns, statistics, forgetting
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
$redis->set('key', 'value');
$redis->hSet('hash', 'field', 'of it');
settle($redis, $server->client(false));
$before = Redis::stats()['stats'];
echo json_encode([$redis->isTracked('key'), $redis->getWithMeta('key'), $redis->getWithMeta('key'), $redis->isTracked('key')]), "\n";
echo json_encode([$redis->hgetWithMeta('hash', 'field'), $redis->hgetWithMeta('hash', 'field'), $redis->isTracked('hash'), $redis->getWithMeta('none')]), "\n";
var_dump($redis->multi()->getWithMeta('key') === $redis, $redis->exec());

$stats = Redis::stats();
var_dump($stats['stats']['hits'] - $before['hits'], $stats['stats']['misses'] - $before['misses'], $stats['memory']['total'] === Redis::maxMemory(), Redis::memory() > 0, $stats['usage']['workers']);
var_dump(str_contains(Redis::metrics(), "# TYPE baton_cache_hits_total counter\nbaton_cache_hits_total {$stats['stats']['hits']}\n"));

// Which keys those are: values, and neither what is missing, nor replies, nor other databases; as this object packs them.
$redis->mset(['prefixed:1' => 'a', '17' => 'b']);
settle($redis, $server->client(false));
$redis->mget(['prefixed:1', '17', 'missing']);
$packed = $server->client();
$packed->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_JSON);
$elsewhere = $server->client();
$elsewhere->select(1);
$names = $redis->_getKeys();
sort($names, SORT_STRING);
echo json_encode([$names, $packed->_getKeys(), $elsewhere->_getKeys(), (new Redis)->_getKeys()]), "\n";
var_dump(Redis::VERSION === phpversion('baton_cache'), Redis::Version === Redis::VERSION);

// Forgetting: of one server and database, or of all.
$redis->get('key');
var_dump(Redis::lastMemoryFlush() !== false, Redis::flushMemory('tcp://nobody@nowhere:1'), $redis->isTracked('key'));
var_dump(Redis::flushMemory($redis->endpointId(), 1), $redis->isTracked('key'), Redis::flushMemory($redis->endpointId(), 0), $redis->isTracked('key'));
$redis->get('key');
var_dump(Redis::flushMemory(), $redis->isTracked('key'), abs(Redis::lastMemoryFlush() - time()) < 5);
var_dump($redis->endpointId() === "unix://default@$server->socket", is_string($redis->socketId()), $redis->idleTime() < 1000);

// Patterns.
$picky = $server->client();
var_dump($picky->addIgnorePatterns('session:*', 'tmp:*'), $picky->addAllowPatterns('user:*', 'session:*'));
foreach (['user:1', 'session:1', 'other'] as $key) {
    $picky->set($key, 1);
    settle($redis, $server->client(false));
    $picky->get($key);
    $calls = $server->calls('get');
    $picky->get($key);
    echo $key, ' ', $server->calls('get') - $calls, "\n";
}
var_dump($redis->option(Redis::OPT_PREFIX, 'p:'), $redis->option(Redis::OPT_PREFIX), $redis->bytes() === $redis->getBytes(), $redis->bytes()[0] > 0);
$redis->clearBytes();
var_dump($redis->bytes());
var_dump((new Redis)->endpointId(), (new Redis)->socketId(), (new Redis)->idleTime(), (new Redis)->isTracked('key'));
?>
--EXPECT--
[false,["value",{"cached":false,"length":5}],["value",{"cached":true,"length":5}],true]
[["of it",{"cached":false,"length":5}],["of it",{"cached":true,"length":5}],true,[false,{"cached":false,"length":0}]]
bool(true)
array(1) {
  [0]=>
  string(5) "value"
}
int(2)
int(3)
bool(true)
bool(true)
int(2)
bool(true)
[["17","barrier","prefixed:1"],[],[],[]]
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
int(2)
user:1 0
session:1 1
other 1
bool(true)
string(2) "p:"
bool(true)
bool(true)
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(0)
}
bool(false)
bool(false)
bool(false)
bool(false)
