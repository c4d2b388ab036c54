--TEST--
Replies that are cut, or nested too deep, where a value was expected: an exception, and nothing else
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/hostile_server.inc';
use Baton\Redis;

$replies = [
    'a list that is cut' => "*3\r\n$1\r\na\r\n*2\r\n$1\r\nb\r\n",
    'a map that is cut' => "%3\r\n$1\r\na\r\n$1\r\nb\r\n%1\r\n",
    'a set that is cut' => "~2\r\n$1\r\na\r\n",
    'nested too deep' => str_repeat("*1\r\n", 200) . "$1\r\na\r\n",
    'maps nested too deep' => str_repeat("%1\r\n$1\r\na\r\n", 200) . "$1\r\na\r\n",
    'a list in a list that is cut' => "*2\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n*2\r\n$1\r\na\r\n",
    'a name that is a list' => "*1\r\n%1\r\n*1\r\n$1\r\na\r\n*1\r\n$1\r\nb\r\n",
    'a long string that is cut' => "*2\r\n$100000\r\n" . str_repeat('x', 50000),
];
// Commands of these words are answered in this way, and then the connection is closed.
$words = ['GET', 'MGET', 'HGETALL', 'LRANGE', 'XRANGE', 'GEORADIUS', 'EVAL', 'ZRANGE', 'EXEC', 'SCAN', 'HMGET', 'LMPOP', 'XAUTOCLAIM', 'XINFO', 'COMMAND'];
$socket = hostile_server(function (array $command) use ($replies, $words): string|array {
    if (!in_array($command[0], $words, true)) {
        return believable($command) ?? ($command[0] === 'MULTI' ? "+OK\r\n" : "+QUEUED\r\n");
    }
    $which = current(array_intersect(array_keys($replies), $command)) ?: array_key_last($replies);
    return [$replies[$which]];
});
$calls = [
    'get' => fn ($redis, $key) => $redis->get($key),
    'getWithMeta' => fn ($redis, $key) => $redis->getWithMeta($key),
    'mget' => fn ($redis, $key) => $redis->mget([$key]),
    'hGetAll' => fn ($redis, $key) => $redis->hGetAll($key),
    'hMget' => fn ($redis, $key) => $redis->hMget($key, ['a', 'b']),
    'lrange' => fn ($redis, $key) => $redis->lrange($key, 0, -1),
    'zRange' => fn ($redis, $key) => $redis->zRange($key, 0, -1, true),
    'xRange' => fn ($redis, $key) => $redis->xRange($key, '-', '+'),
    'xAutoClaim' => fn ($redis, $key) => $redis->xAutoClaim($key, 'group', 'me', 0, '0'),
    'xInfo' => fn ($redis, $key) => $redis->xInfo('STREAM', $key, 'FULL'),
    'eval' => fn ($redis, $key) => $redis->eval('', [$key], 1),
    'lmpop' => fn ($redis, $key) => $redis->lmpop([$key], 'LEFT'),
    'command' => fn ($redis, $key) => $redis->rawcommand('COMMAND', $key),
    'exec' => fn ($redis, $key) => $redis->multi()->rawcommand('x', $key)->exec(),
    'pipeline' => fn ($redis, $key) => $redis->pipeline()->get($key)->get($key)->exec(),
];
$ends = [];
foreach ($calls as $name => $call) {
    foreach (array_keys($replies) as $key) {
        foreach ([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP] as $serializer) {
            $redis = new Redis;
            $redis->setOption(Redis::OPT_READ_TIMEOUT, 5);
            $redis->pconnect($socket, -1, 5, "$name $key", 0, 5);
            $redis->setOption(Redis::OPT_MAX_RETRIES, 0);
            $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
            try {
                $value = @$call($redis, $key);
                $end = gettype($value);
            } catch (Baton\RedisException $exception) {
                $end = 'an exception';
            }
            unset($value);
            $ends[$end] = true;
        }
    }
}
ksort($ends);
echo implode(', ', array_keys($ends)), "\n";

// A message instead of a reply, and then the end, each time.
$messages = hostile_server(fn (array $command) => [">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\na\r\n"]);
thrown(function () use ($messages) {
    $redis = new Redis;
    $redis->setOption(Redis::OPT_USE_CACHE, false);
    $redis->connect($messages);
    $redis->get('key');
});
// The map of a cluster.
$slots = hostile_server(fn (array $command) => ["*2\r\n*3\r\n:0\r\n:100\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n*3\r\n:0\r\n"]);
thrown(fn () => new Baton\RedisCluster(null, ["unix://$slots:1"], 1, 1));
// A Sentinel that announces more than there is memory for.
ini_set('memory_limit', '64M');
$sentinel = hostile_server(fn (array $command) => ["*2000000000\r\n*2\r\n$4\r\nname\r\n$1\r\na\r\n"]);
thrown(fn () => (new Baton\RedisSentinel(['host' => $sentinel, 'readTimeout' => 0.5]))->masters());
?>
--EXPECTF--
an exception, array, boolean
Baton\RedisException: %s
Baton\RedisClusterException: Couldn't map cluster keyspace using any provided seed
Baton\RedisException: read error on connection to %s/socket: the server closed it, in the middle of a reply
