--TEST--
What PhpRedis does and Baton\Redis does is the same: strings
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
alike('strings', require __DIR__ . '/alike/strings.php');
?>
--EXPECT--
strings: alike
