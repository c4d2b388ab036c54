--TEST--
What unserialize() calls cannot use the object whose reply is being read
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
class Curious
{
    public static ?Baton\Redis $redis = null;
    public function __wakeup(): void
    {
        foreach (['get', 'close', 'connect', '__construct', 'multi'] as $method) {
            thrown(fn () => self::$redis->$method('/somewhere'));
        }
    }
}
Curious::$redis = $redis;
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
$redis->rPush('list', new Curious(), 'the rest');
show($redis->lrange('list', 0, -1)[1], $redis->get('nothing'));
?>
--EXPECT--
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
ArgumentCountError: Baton\Redis::close() expects exactly 0 arguments, 1 given
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
TypeError: Baton\Redis::multi(): Argument #1 ($value) must be of type int, string given
"the rest"
false
