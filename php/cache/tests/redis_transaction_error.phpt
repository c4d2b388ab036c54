--TEST--
A pipeline cannot begin within a transaction
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->multi();
$redis->pipeline();
?>
--EXPECTF--
Fatal error: Baton\Redis::pipeline(): Can't activate pipeline in multi mode! in %s on line %d
