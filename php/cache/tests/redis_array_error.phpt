--TEST--
RedisArray where servers are away, of another version, or a rehash is interrupted: no key is lost
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';

/** What of each type stands in an array, by key. */
function contents(Baton\RedisArray $array): array
{
    $all = [];
    foreach ($array->_hosts() as $host) {
        $redis = $array->_instance($host);
        foreach ($redis->keys('*') as $key) {
            $all[$key][] = match ($redis->type($key)) {
                1 => $redis->get($key), 2 => $redis->sMembers($key), 3 => $redis->lRange($key, 0, -1), 4 => $redis->zRange($key, 0, -1, true),
                5 => $redis->hGetAll($key), 6 => count($redis->xRange($key, '-', '+')),
            };
        }
    }
    unset($all['__phpredis_array_index__']);
    // What an interrupted move leaves for a while.
    $all = array_filter($all, fn ($key) => !str_contains($key, ':baton-mov'), ARRAY_FILTER_USE_KEY);
    ksort($all);
    return array_map('json_encode', $all);
}
function end_hard(int $process): void
{
    exec("kill -9 $process 2>/dev/null");
}
function fill(Baton\RedisArray $array, int $count): void
{
    foreach (range(1, $count) as $i) {
        $array->set("string$i", "value $i");
        $array->hMset("hash$i", ['a' => $i, 'b' => 2]);
        $array->rPush("list$i", 1, 2, $i);
        $array->sAdd("set$i", $i);
        $array->zAdd("sorted$i", 1.5, 'm', $i, 'n');
        $array->xAdd("stream$i", '*', ['f' => $i]);
        $array->expire("string$i", 1000);
    }
}

echo "-- one that is away\n";
[$one, $two] = [redis_server(), redis_server()];
try {
    new Baton\RedisArray([$one, "$two.gone"]);
} catch (Baton\RedisException $exception) {
    echo preg_replace('#/tmp/\S+/#', '', $exception->getMessage()), "\n";
}
$array = new Baton\RedisArray([$one, "$two.gone"], ['lazy_connect' => true]);
$near = $far = null;
for ($i = 0; !$near || !$far; $i++) {
    $array->_target("key$i") === $one ? $near = "key$i" : $far = "key$i";
}
show($array->set($near, 1), $array->get($near), $array->_hosts() === [$one, "$two.gone"]);
foreach ([fn () => $array->get($far), fn () => $array->mget([$near, $far]), fn () => $array->mset([$near => 2, $far => 2]), fn () => $array->del($near, $far), fn () => $array->ping()] as $call) {
    try {
        $call();
        echo "nothing was thrown\n";
    } catch (Baton\RedisException $exception) {
        echo preg_replace('#/tmp/\S+/#', '', $exception->getMessage()), "\n";
    }
}
show((new Baton\RedisArray('nobody'))->_hosts(), (new Baton\RedisArray([]))->get('x'));
thrown(fn () => new Baton\RedisArray([$one], ['function' => 'no_such_function', 'lazy_connect' => true]) and (new Baton\RedisArray([$one], ['function' => 'no_such_function']))->get('x'));
thrown(fn () => (new Baton\RedisArray([$one]))->noSuchMethod('x'));
thrown(fn () => (new Baton\RedisArray([$one]))->set(['key'], 1));

echo "-- a rehash\n";
function rehashed(array $old, array $new, array $options = []): void
{
    foreach ($new as $server) {
        $redis = new Baton\Redis;
        $redis->connect($server);
        $redis->flushAll();
    }
    $array = new Baton\RedisArray($old, $options);
    fill($array, 40);
    $before = contents($array);
    $array = new Baton\RedisArray($new, ['previous' => $old] + $options);
    $array->_rehash();
    $after = contents($array);
    $moved = count(array_filter(array_keys($after), fn ($key) => $array->_instance($new[2])->exists($key)));
    show(count($before), $before === $after ? 'the same' : array_diff_assoc($before, $after), $moved > 0, $array->ttl('string1') > 900);
    $misplaced = 0;
    foreach (array_keys($after) as $key) {
        $misplaced += !$array->_instance($array->_target($key))->exists($key);
    }
    show($misplaced);
}
$new = [$one, $two, redis_server()];
rehashed([$one, $two], $new);
rehashed([$one, $two], $new, ['index' => true, 'consistent' => true, 'function' => fn ($key) => preg_replace('/\D/', '', $key)]);

echo "-- to a server that reads no dumps: streams stay where they are\n";
rehashed([$one, $two], [$one, $two, redis_server('--rename-command', 'RESTORE', '')]);

echo "-- interrupted\n";
foreach ($new as $server) {
    $redis = new Baton\Redis;
    $redis->connect($server);
    $redis->flushAll();
    $redis->close();
}
fill(new Baton\RedisArray([$one, $two]), 60);
$before = contents(new Baton\RedisArray([$one, $two]));
for ($try = 0; $try < 12; $try++) {
    $child = pcntl_fork();
    if ($child === 0) {
        (new Baton\RedisArray($new, ['previous' => [$one, $two]]))->_rehash();
        end_hard(getmypid());
    }
    usleep(mt_rand(100, 8000));
    end_hard($child);
    pcntl_waitpid($child, $status);
    $lost = array_diff(array_keys($before), array_keys(contents(new Baton\RedisArray($new))));
    if ($lost !== []) {
        show('lost', $lost);
    }
}
$array = new Baton\RedisArray($new, ['previous' => [$one, $two]]);
$array->_rehash();
show(contents($array) === $before);

echo "-- a prefix and a serializer\n";
foreach ($new as $server) {
    $redis = new Baton\Redis;
    $redis->connect($server);
    $redis->flushAll();
}
$array = new Baton\RedisArray([$one, $two]);
$array->setOption(Baton\Redis::OPT_PREFIX, 'app:');
$array->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
foreach (range(1, 50) as $i) {
    $array->set("key$i", ['number' => $i]);
}
$array = new Baton\RedisArray($new, ['previous' => [$one, $two]]);
$array->setOption(Baton\Redis::OPT_PREFIX, 'app:');
$array->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
$array->_rehash();
$found = array_filter(range(1, 50), fn ($i) => $array->get("key$i") === ['number' => $i]);
show(count($found), array_sum(array_map('count', $array->keys('*'))));
echo "-- what was written since stays\n";
[$here, $there] = [new Baton\Redis, new Baton\Redis];
$key = current(array_filter(array_map(fn ($i) => "other$i", range(1, 500)), fn ($key) => $array->_target($key) === $new[2] && (new Baton\RedisArray([$one, $two]))->_target($key) === $two));
foreach ([[$here, $two, 'old'], [$there, $new[2], 'new']] as [$redis, $server, $value]) {
    $redis->connect($server);
    $redis->flushAll();
    $redis->set($key, $value);
}
$array = new Baton\RedisArray($new, ['previous' => [$one, $two]]);
$array->_rehash();
show($array->get($key), $here->exists($key));
?>
--EXPECT--
-- one that is away
Redis server socket.gone went away: No such file or directory (socket.gone)
true
"1"
true
Redis server socket.gone went away: No such file or directory (socket.gone)
Redis server socket.gone went away: No such file or directory (socket.gone)
Redis server socket.gone went away: No such file or directory (socket.gone)
Redis server socket.gone went away: No such file or directory (socket.gone)
Redis server socket.gone went away: No such file or directory (socket.gone)
false
false
Error: Could not call extractor function
Error: Call to undefined method Baton\Redis::nosuchmethod()
Baton\RedisException: Could not find key: the first argument must be a string
-- a rehash
240
"the same"
true
true
0
240
"the same"
true
true
0
-- to a server that reads no dumps: streams stay where they are
240
"the same"
true
true
11
-- interrupted
true
-- a prefix and a serializer
50
50
-- what was written since stays
"new"
0
