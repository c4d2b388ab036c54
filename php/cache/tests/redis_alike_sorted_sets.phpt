--TEST--
What PhpRedis does and Baton\Redis does is the same: sorted_sets
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; needs_extensions('igbinary', 'msgpack', 'redis'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary', 'msgpack', 'redis');
require __DIR__ . '/alike/alike.inc';
alike('sorted_sets', require __DIR__ . '/alike/sorted_sets.php');
?>
--EXPECT--
sorted_sets: alike
