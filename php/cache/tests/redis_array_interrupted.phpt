--TEST--
A rehash that is interrupted behind any of its commands loses no key, doubles no element and keeps times to live
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=0
baton_cache.default_pconnect=0
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/hostile_server.inc';
use Baton\Redis;
use Baton\RedisArray;

/** One reply as a server sends it. @param resource $stream */
function whole_reply(mixed $stream): string
{
    $line = (string) fgets($stream);
    $length = (int) substr($line, 1);
    return $line . match (true) {
        $length < 0 => '',
        $line[0] === '$' => stream_get_contents($stream, $length + 2),
        $line[0] === '*' => implode('', array_map(fn () => whole_reply($stream), $length ? range(1, $length) : [])),
        default => '',
    };
}

/** A way to a server that ends once so many commands went to all such servers as the file has bytes. */
function brittle(string $server, string $left): string
{
    $behind = [];
    return hostile_server(function (array $words, int $number) use ($server, $left, &$behind): ?string {
        clearstatcache();
        if (($size = filesize($left)) === 0) {
            unset($behind[$number]);
            return null;
        }
        $behind[$number] ??= stream_socket_client("unix://$server");
        file_put_contents($left, str_repeat('.', $size - 1));
        fwrite($behind[$number], '*' . count($words) . "\r\n" . implode('', array_map('bulk', $words)));
        return whole_reply($behind[$number]);
    });
}

function filled(Redis $redis): void
{
    $redis->flushAll();
    $redis->set('string', 'text');
    $redis->rPush('list', 'a', 'b', 'a');
    $redis->sAdd('set', '1', '2');
    $redis->zAdd('sorted', 1, 'one', 2, 'two');
    $redis->hMset('hash', ['f' => 'v', 'g' => 'w']);
    array_map(fn ($key) => $redis->expire($key, 1000), ['string', 'list', 'set', 'sorted', 'hash']);
}

function contents(Redis $redis): array
{
    $set = $redis->sMembers('set');
    sort($set);
    return ['string' => $redis->get('string'), 'list' => $redis->lRange('list', 0, -1), 'set' => $set,
        'sorted' => $redis->zRange('sorted', 0, -1, true), 'hash' => $redis->hGetAll('hash')];
}

/** Interrupts a move of everything behind its first command, its second and so on; meanwhile a program writes to what is there. */
function exam(string $what, array $settings, Closure $prepare, array $expected, bool $have_lives): void
{
    $left = temporary_folder() . '/left';
    $servers = [redis_server(), redis_server(...$settings)];
    [$old, $new] = array_map(function ($server) {
        $redis = new Redis;
        $redis->connect($server);
        return $redis;
    }, $servers);
    file_put_contents($left, '');
    $ways = array_map(fn ($server) => brittle($server, $left), $servers);
    $interrupted = 0;
    $wrong = [];
    for ($commands = 1, $ended = false; !$ended; $commands++) {
        filled($old);
        $new->flushAll();
        $prepare($new);
        file_put_contents($left, str_repeat('.', $commands));
        try {
            (new RedisArray([$ways[1]], ['previous' => [$ways[0]]]))->_rehash();
            $ended = true;
        } catch (Baton\RedisException) {
            $interrupted++;
        }
        $written = $new->rPushX('list', 'later');
        (new RedisArray([$servers[1]], ['previous' => [$servers[0]]]))->_rehash();
        $found = contents($new);
        $all = ['list' => $written ? [...$expected['list'], 'later'] : $expected['list']] + $expected;
        if ($written === 2) { // what the program wrote came between the newer list and the old one
            $all['list'] = [$expected['list'][0], 'later', ...array_slice($expected['list'], 1)];
        }
        ksort($all);
        ksort($found);
        if ($found != $all) {
            $wrong["after $commands"] = array_filter($found, fn ($value, $key) => $value != $all[$key], ARRAY_FILTER_USE_BOTH);
        }
        $immortal = array_filter(array_keys($found), fn ($key) => $new->ttl($key) < 0);
        $own = array_filter($new->keys('*:baton-mov*'), fn ($key) => $new->ttl($key) < 0);
        if ($old->dbSize() || $own || ($have_lives && $immortal)) {
            $wrong["after $commands, also"] = [$old->keys('*'), array_values($own), array_values($immortal)];
        }
    }
    echo "$what: ", $interrupted > 25 ? 'interrupted often' : "interrupted $interrupted times", ', wrong: ', json_encode($wrong), "\n";
}
$as_it_was = ['string' => 'text', 'list' => ['a', 'b', 'a'], 'set' => ['1', '2'], 'sorted' => ['one' => 1.0, 'two' => 2.0], 'hash' => ['f' => 'v', 'g' => 'w']];
exam('dumps', [], fn () => null, $as_it_was, true);
exam('elements', ['--rename-command', 'RESTORE', ''], fn () => null, $as_it_was, true);
exam('newer keys', [], function (Redis $new) {
    $new->set('string', 'newer');
    $new->rPush('list', 'first');
    $new->sAdd('set', '3');
    $new->zAdd('sorted', 7, 'one');
    $new->hSet('hash', 'f', 'newer');
}, ['string' => 'newer', 'list' => ['first', 'a', 'b', 'a'], 'set' => ['1', '2', '3'], 'sorted' => ['one' => 7.0, 'two' => 2.0], 'hash' => ['f' => 'newer', 'g' => 'w']], false);

echo "-- one server by two names keeps its keys\n";
$server = redis_server();
$redis = new Redis;
$redis->connect($server);
filled($redis);
(new RedisArray(["unix://$server"], ['previous' => [$server]]))->_rehash();
show(contents($redis) == $as_it_was, $redis->dbSize());

echo "-- nothing moves while a program collects commands for the server\n";
$new = redis_server();
$array = new RedisArray([$new], ['previous' => [$server]]);
$array->multi($new)->set('other', 1);
$array->_rehash();
show($redis->dbSize(), $array->exec(), $array->_rehash(), $redis->dbSize());
?>
--EXPECT--
dumps: interrupted often, wrong: []
elements: interrupted often, wrong: []
newer keys: interrupted often, wrong: []
-- one server by two names keeps its keys
true
5
-- nothing moves while a program collects commands for the server
5
[true]
null
0
