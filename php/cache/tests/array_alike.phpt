--TEST--
What PhpRedis does and Baton\RedisArray does is the same: random programs over four servers
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; needs_extensions('igbinary', 'redis'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary', 'redis');
require __DIR__ . '/alike/array.inc';
array_worlds(array_map(fn () => redis_server(), range(1, ARRAY_SERVERS)));
?>
--EXPECT--
0 of 12 worlds differ
