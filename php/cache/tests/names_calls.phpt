--TEST--
Methods under the names of PhpRedis and Relay take what they declare, of every type and by every name
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/cluster.inc';
require __DIR__ . '/alone.inc';
$server = redis_server();
$cluster = new Cluster;
echo alone(['baton_cache.relay_aliases=1'], [__DIR__ . '/names_calls.inc', 'relay', $server, ...$cluster->seeds()]);
// PhpRedis 5 declares no types.
foreach (['6.3.0', '6.1.0'] as $version) {
    echo "-- $version\n", alone(['baton_cache.phpredis_aliases=1', "baton_cache.phpredis_version=$version"], [__DIR__ . '/names_calls.inc', 'phpredis', $server, ...$cluster->seeds()]);
}
?>
--EXPECT--
Relay\Relay: 0 refusals
Relay\Table: 0 refusals of 81
Relay\Sentinel: 0 refusals of 39
Relay\Cluster: 0 refusals
-- 6.3.0
Redis: 0 refusals
RedisArray: 0 refusals of 97
RedisSentinel: 0 refusals of 23
RedisCluster: 0 refusals
-- 6.1.0
Redis: 0 refusals
RedisArray: 0 refusals of 97
RedisSentinel: 0 refusals of 23
RedisCluster: 0 refusals
