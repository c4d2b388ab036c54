--TEST--
What PhpRedis does and Baton\Redis does is the same: lists
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; needs_extensions('igbinary', 'msgpack', 'redis'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary', 'msgpack', 'redis');
require __DIR__ . '/alike/alike.inc';
alike('lists', require __DIR__ . '/alike/lists.php');
?>
--EXPECT--
lists: alike
