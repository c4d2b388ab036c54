--TEST--
A cursor of 64 bits is a string
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/redis_echo.inc';
$redis = new Baton\Redis();
$redis->connect(echo_server());
$cursor = null;
show($redis->scan($cursor), $cursor, $redis->scan($cursor), $redis->rawcommand('LAST'));
?>
--EXPECT--
[]
"18446744073709551615"
[]
["SCAN","18446744073709551615"]
