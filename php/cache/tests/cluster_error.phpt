--TEST--
What goes wrong with a cluster
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

function thrown(callable $do): void
{
    try {
        var_dump($do());
    } catch (Throwable $exception) {
        echo $exception::class, ': ', $exception->getMessage(), "\n";
    }
}

thrown(fn () => new RedisCluster(null));
thrown(fn () => new RedisCluster(null, ['nothing', 17]));
thrown(fn () => new RedisCluster('unknown'));
thrown(fn () => new RedisCluster(null, ['127.0.0.1:1'], 0.1));
thrown(fn () => new RedisCluster(null, ['127.0.0.1:1'], -1));

$cluster = new Cluster;
$redis = $cluster->client(0.2);
thrown(fn () => @$redis->ping(['127.0.0.1', 1]));
echo error_get_last()['message'], "\n";
thrown(fn () => @$redis->ping([]));
echo error_get_last()['message'], "\n";
thrown(fn () => $redis->ping());
thrown(fn () => $redis->lPush('key', 'a'));
thrown(fn () => $redis->get('key'));
echo $redis->getLastError(), "\n";
var_dump($redis->clearLastError(), $redis->getLastError());

// By a name, which php.ini knows.
ini_set('baton_cache.clusters.seeds', 'mine[]=' . $cluster->seeds()[0]);
ini_set('baton_cache.clusters.timeout', 'mine=1.5');
thrown(fn () => (new RedisCluster('mine'))->set('named', 1));

// A node without another one in its place: others still answer.
$key = array_values(array_filter(array_map(fn ($i) => "k$i", range(0, 50)), fn ($key) => $cluster->owner($cluster->slot($key)) === $cluster->ports[0]))[0];
$elsewhere = array_values(array_filter(array_map(fn ($i) => "k$i", range(0, 50)), fn ($key) => $cluster->owner($cluster->slot($key)) === $cluster->ports[1]))[0];
$redis->set($key, 1);
$cluster->stop($cluster->ports[0]);
$began = microtime(true);
thrown(fn () => $redis->get($key));
var_dump(microtime(true) - $began < 2);
thrown(fn () => $redis->set($elsewhere, 2));
// It is not waited for by each command.
$began = microtime(true);
thrown(fn () => $redis->set($key, 2));
var_dump(microtime(true) - $began < 0.1);
thrown(fn () => $redis->ping(['127.0.0.1', $cluster->ports[0]]));
?>
--EXPECT--
Baton\RedisClusterException: You must specify a name or pass seeds!
Baton\RedisClusterException: No valid seeds detected
Baton\RedisClusterException: Couldn't find seeds for cluster
Baton\RedisClusterException: Couldn't map cluster keyspace using any provided seed
Baton\RedisClusterException: Invalid timeout
bool(false)
Baton\RedisCluster::ping(): Unknown node 127.0.0.1:1
bool(false)
Baton\RedisCluster::ping(): Directed commands must be passed a key or [host,port] array
ArgumentCountError: Baton\RedisCluster::ping() expects at least 1 argument, 0 given
int(1)
bool(false)
WRONGTYPE Operation against a key holding the wrong kind of value
bool(true)
NULL
bool(true)
Baton\RedisClusterException: Can't communicate with any node in the cluster
bool(true)
bool(true)
Baton\RedisClusterException: Can't communicate with any node in the cluster
bool(true)
Baton\RedisClusterException: Unable to send command at a specific node
