--TEST--
What PhpRedis does and Baton\Redis does is the same: lists
--EXTENSIONS--
baton_cache
igbinary
msgpack
redis
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alike/alike.inc';
alike('lists', require __DIR__ . '/alike/lists.php');
?>
--EXPECT--
lists: alike
