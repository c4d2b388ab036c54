--TEST--
HRANDFIELD and SRANDMEMBER are answered from a hash or set that is kept, as the server would
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$redis = $server->client();
$fields = ['a' => '1', 'b' => 'two', '3' => 'three', '' => "\0", 'e' => ''];
$members = ['a', 'b', '3', '', "e\0"];
$other->hMset('hash', $fields);
$other->sAdd('set', ...$members);
settle($redis, $other);
foreach (['hash', 'none'] as $key) {
    $redis->hGetAll($key);
}
foreach (['set', 'none'] as $key) {
    $redis->sMembers($key);
}
$calls = fn () => $server->calls('hrandfield') + $server->calls('srandmember');

/** Whether there are so many kinds of what is drawn, and each comes about as often as any other. */
function even(callable $draw, int $kinds, int $times = 4000): bool
{
    $came = [];
    for ($i = 0; $i < $times; $i++) {
        $what = json_encode($draw());
        $came[$what] = ($came[$what] ?? 0) + 1;
    }
    $mean = $times / $kinds;
    // Seven times the deviation: one in 10^11 is farther away.
    $far = 7 * sqrt($mean * (1 - 1 / $kinds));
    return count($came) === $kinds && min($came) > $mean - $far && max($came) < $mean + $far;
}
function sorted(array $list): array
{
    sort($list, SORT_STRING);
    return $list;
}
$before = $calls();

echo "one\n";
var_dump(even(fn () => $redis->sRandMember('set'), 5), even(fn () => $redis->hRandField('hash'), 5));
var_dump($redis->sRandMember('none'), $redis->hRandField('none'));

echo "some, each once at most\n";
var_dump(even(fn () => sorted($redis->sRandMember('set', 2)), 10), even(fn () => sorted($redis->hRandField('hash', ['count' => 3])), 10));
var_dump(even(fn () => sorted(array_keys($redis->hRandField('hash', ['count' => 1, 'withvalues' => true]))), 5));
for ($i = 0; $i < 100; $i++) {
    $pairs = $redis->hRandField('hash', ['count' => 3, 'withvalues' => true]);
    if (count($pairs) !== 3 || array_intersect_key($fields, $pairs) != $pairs) {
        var_dump($pairs);
    }
}

echo "all\n";
foreach ([5, 6, PHP_INT_MAX] as $count) {
    var_dump(sorted($redis->sRandMember('set', $count)) === sorted($members));
    var_dump(sorted($redis->hRandField('hash', ['count' => $count])) === sorted(array_map('strval', array_keys($fields))));
    var_dump($redis->hRandField('hash', ['count' => $count, 'withvalues' => true]) == $fields);
}

echo "with repeats\n";
var_dump(count($redis->sRandMember('set', -1000)), count(array_unique($redis->sRandMember('set', -1000))), array_diff($redis->sRandMember('set', -1000), $members));
var_dump(even(fn () => $redis->sRandMember('set', -2), 25), even(fn () => $redis->hRandField('hash', ['count' => -2]), 25));
var_dump($redis->hRandField('hash', ['count' => -1000, 'withvalues' => true]) == $fields);

echo "none\n";
$edges = fn (Redis $redis) => [
    $redis->sRandMember('set', 0), $redis->sRandMember('none', 0), $redis->sRandMember('none', 3), $redis->sRandMember('none', -3),
    $redis->hRandField('none', ['count' => 3]), $redis->hRandField('none', ['count' => -3]), $redis->hRandField('none', ['count' => 3, 'withvalues' => true]),
    $redis->hRandField('none', ['withvalues' => true]),
];
$told = $edges($redis);
var_dump($calls() - $before, $told === $edges($other));

// What the program draws goes on as it would.
mt_srand(5);
$next = [mt_rand(), mt_rand()];
mt_srand(5);
$first = mt_rand();
$redis->sRandMember('set', 2);
var_dump([$first, mt_rand()] === $next);

// More with repeats than is told: the server is asked, as it is for what is not kept.
$before = $calls();
var_dump(count($redis->sRandMember('set', -65537)), $calls() - $before, $redis->sRandMember('unread'), $calls() - $before);
$other->sRem('set', 'a', 'b', '3', '');
settle($redis, $other);
var_dump($redis->sRandMember('set') === "e\0", $calls() - $before);

// Members that are packed are told as they are; values that are, are asked as they are.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_JSON);
$redis->sAdd('packed', [1, 2], 'text');
$redis->hSet('pairs', 'field', [1, 2]);
settle($redis, $other);
$redis->sMembers('packed');
$redis->hGetAll('pairs');
$before = $calls();
var_dump(even(fn () => $redis->sRandMember('packed'), 2, 500), $redis->hRandField('pairs'), $calls() - $before);
var_dump($redis->hRandField('pairs', ['count' => 1, 'withvalues' => true]), $calls() - $before);
?>
--EXPECT--
one
bool(true)
bool(true)
bool(false)
bool(false)
some, each once at most
bool(true)
bool(true)
bool(true)
all
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
with repeats
int(1000)
int(5)
array(0) {
}
bool(true)
bool(true)
bool(true)
none
int(0)
bool(true)
bool(true)
int(65537)
int(1)
bool(false)
int(2)
bool(true)
int(3)
bool(true)
string(5) "field"
int(0)
array(1) {
  ["field"]=>
  string(5) "[1,2]"
}
int(1)
