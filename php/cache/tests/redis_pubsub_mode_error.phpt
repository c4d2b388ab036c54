--TEST--
Subscriptions are not changed in a transaction or a pipeline
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->multi();
show($redis->subscribe(['a'], fn () => 1), $redis->set('a', 1)->exec());
$redis->pipeline();
show($redis->unsubscribe(['a']), $redis->set('a', 1)->exec());
?>
--EXPECTF--
Warning: Baton\Redis::subscribe(): Subscriptions cannot be changed in a transaction or a pipeline: call exec() or discard() first in %s on line %d
false
[true]

Warning: Baton\Redis::unsubscribe(): Subscriptions cannot be changed in a transaction or a pipeline: call exec() or discard() first in %s on line %d
false
[true]
