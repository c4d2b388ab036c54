--TEST--
What cannot be connected to is told
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = new Baton\Redis();
thrown(fn () => $redis->connect('/nowhere/at/all'));
thrown(fn () => $redis->ping());
thrown(fn () => $redis->connect('127.0.0.1', 1));
thrown(fn () => $redis->connect('127.0.0.1', 6379, 1e12));
thrown(fn () => $redis->connect('127.0.0.1', 6379, 0, null, -1));
thrown(fn () => $redis->connect('127.0.0.1', 6379, 0, null, 0, 1e12));
thrown(fn () => $redis->connect());
thrown(fn () => clone $redis);
echo "the constructor connects when the first command comes\n";
$lazy = new Baton\Redis(['host' => '/nowhere/at/all', 'port' => -1]);
show($lazy->isConnected());
thrown(fn () => $lazy->get('key'));
thrown(fn () => (new Baton\Redis('127.0.0.1', 1))->get('key'));
?>
--EXPECT--
Baton\RedisException: No such file or directory (/nowhere/at/all)
Baton\RedisException: Redis server went away
Baton\RedisException: Connection refused (127.0.0.1:1)
ValueError: Invalid connect timeout
ValueError: Invalid retry interval
ValueError: Invalid read timeout
ArgumentCountError: Baton\Redis::connect() expects at least 1 argument, 0 given
Error: Trying to clone an uncloneable object of class Baton\Redis
the constructor connects when the first command comes
false
Baton\RedisException: Redis server /nowhere/at/all went away: No such file or directory (/nowhere/at/all)
Baton\RedisException: Redis server 127.0.0.1:1 went away: Connection refused (127.0.0.1:1)
