--TEST--
The constructor takes an array of settings, or arguments
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server('--requirepass', 'secret');
$redis = new Baton\Redis(['host' => $socket, 'port' => -1, 'auth' => 'secret', 'connectTimeout' => 1.5, 'readTimeout' => 2,
    'retryInterval' => 10, 'database' => 2, 'backoff' => ['algorithm' => Baton\Redis::BACKOFF_ALGORITHM_CONSTANT, 'base' => 7, 'cap' => 9]]);
show($redis->isConnected(), $redis->set('key', 'value'), $redis->getDBNum(), $redis->getTimeout(), $redis->getReadTimeout());
show($redis->getAuth(), $redis->getOption(Baton\Redis::OPT_BACKOFF_ALGORITHM), $redis->getOption(Baton\Redis::OPT_BACKOFF_BASE),
    $redis->getOption(Baton\Redis::OPT_BACKOFF_CAP));
$other = new Baton\Redis($socket, -1, 1.0, 2.0, ['auth' => ['default', 'secret'], 'prefix' => 'p:', 'serializer' => Baton\Redis::SERIALIZER_JSON], 2);
show($other->get('key'), $other->rawcommand('GET', 'key'), $other->set('list', [1, 2]), $other->get('list'), $redis->get('p:list'));
show($other->getAuth(), $other->getOption(Baton\Redis::OPT_PREFIX));
?>
--EXPECT--
false
true
2
1.5
2.0
"secret"
6
7
9
false
"value"
true
[1,2]
"[1,2]"
["default","secret"]
"p:"
