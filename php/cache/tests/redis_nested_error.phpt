--TEST--
Whatever a reply calls while it is read, or MGET's values from memory, cannot use the object
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;

final class Asks
{
    public static Redis $redis;
    public static array $what = ['echo', 'hello'];

    public static function ask(string $who): void
    {
        echo "$who: ";
        [$method, $argument] = self::$what;
        thrown(fn () => self::$redis->$method($argument));
    }
    public function __wakeup(): void
    {
        self::ask('__wakeup');
    }
}
final class Named
{
    public function __construct(public string $name)
    {
    }
    public function __toString(): string
    {
        Asks::ask('__toString');
        return $this->name;
    }
    public function __destruct()
    {
        Asks::ask('__destruct');
    }
}

$redis = Asks::$redis = redis_client();
$other = new Redis;
$other->setOption(Redis::OPT_USE_CACHE, false);
$other->connect($redis->getHost());
foreach ([$redis, $other] as $client) {
    $client->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
}
$other->mset(['a' => new Asks, 'b' => 'bee', 'c' => 'sea', 'other' => 'another']);
$other->zAdd('arrays', 1, ['one'], 2, 'two', 3, 'three');
$other->zAdd('objects', 1, new Named('one'), 2, 'two');

// The values come from the server; then from memory, but for one; then all of them.
for ($i = 0; $i < 3; $i++) {
    echo json_encode(array_slice($redis->mget(['a', 'b', $i === 1 ? 'none' : 'c', 'a']), 1, 2)), "\n";
}
// One that would leave no connection behind.
Asks::$what = ['connect', '/nowhere'];
echo json_encode(array_slice($redis->mget(['a', 'b', 'c']), 1)), "\n";
Asks::$what = ['echo', 'hello'];

// What names are made of calls the program, too.
set_error_handler(function (int $level, string $text): bool {
    Asks::ask($text);
    return true;
});
show($redis->zRange('arrays', 0, -1, true), $redis->zRange('objects', 0, -1, true));
show($redis->get('b'), $redis->get('c'), $redis->get('other'));
?>
--EXPECT--
__destruct: nothing was thrown
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
["bee","sea"]
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
["bee",false]
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
["bee","sea"]
__wakeup: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
["bee","sea"]
Array to string conversion: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
__toString: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
__destruct: Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
{"Array":1.0,"two":2.0,"three":3.0}
{"one":1.0,"two":2.0}
"bee"
"sea"
"another"
