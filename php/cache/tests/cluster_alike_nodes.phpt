--TEST--
What PhpRedis does and Baton\RedisCluster does is the same: constants, keys, nodes and transactions
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
needs_extensions('igbinary', 'msgpack', 'redis');
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary', 'msgpack', 'redis');
require __DIR__ . '/alike/cluster.inc';
alike_constants();
alike_cluster('cluster_keys', 'cluster_nodes', 'cluster_transactions');
?>
--EXPECT--
constants: alike
cluster_keys: alike
cluster_nodes: alike
cluster_transactions: alike
