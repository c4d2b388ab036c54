--TEST--
A reply that does not come in time is an exception, and the next command has a new connection
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->setOption(Baton\Redis::OPT_READ_TIMEOUT, 0.1), $redis->getOption(Baton\Redis::OPT_READ_TIMEOUT));
$begin = microtime(true);
try {
    $redis->rawcommand('DEBUG', 'SLEEP', '0.4');
} catch (Baton\RedisException $exception) {
    echo preg_replace('~/\S+~', 'SOCKET', $exception->getMessage()), "\n";
}
show(microtime(true) - $begin < 0.35);
$redis->setOption(Baton\Redis::OPT_READ_TIMEOUT, -1);
show($redis->ping());
?>
--EXPECT--
true
0.1
read error on connection to SOCKET nothing came within the read timeout of 100 ms
true
true
