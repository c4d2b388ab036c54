--TEST--
What PhpRedis does and Baton\Redis does is the same: hashes
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
alike('hashes', require __DIR__ . '/alike/hashes.php');
?>
--EXPECT--
hashes: alike
