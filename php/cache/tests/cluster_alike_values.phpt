--TEST--
What PhpRedis does and Baton\RedisCluster does is the same: values
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
alike_cluster('strings', 'hashes', 'lists', 'sets', 'sorted_sets', 'streams');
?>
--EXPECT--
strings: alike
hashes: alike
lists: alike
sets: alike
sorted_sets: alike
streams: alike
