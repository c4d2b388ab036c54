--TEST--
A connection that the program has switched to RESP3: pairs come as lists of two
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;

$redis = redis_client();
$redis->setOption(Redis::OPT_READ_TIMEOUT, 5);
$redis->zAdd('ranks', 1, 'a', 2, 'b', 3, 'c');
$redis->hMset('hash', ['x' => '1', '2' => 'y']);
$redis->rawCommand('HELLO', '3');
show(
    $redis->zRange('ranks', 0, -1, true),
    $redis->zRange('ranks', 0, -1),
    $redis->zScore('ranks', 'b'),
    // Told from the first of them; and asked, an odd number of them.
    $redis->zRange('ranks', 1, 1, true),
    $redis->zRevRangeByScore('ranks', 1, 0, ['withscores' => true]),
    $redis->zInter(['ranks'], null, ['withscores' => true]),
    $redis->hGetAll('hash'),
    $redis->hRandField('hash', ['count' => 5, 'withvalues' => true]),
    $redis->zmpop(['ranks'], 'MAX', 1),
    $redis->zPopMin('ranks'),
    $redis->echo('the next reply'),
);
?>
--EXPECT--
{"a":1.0,"b":2.0,"c":3.0}
["a","b","c"]
2.0
{"b":2.0}
{"a":1.0}
{"a":1.0,"b":2.0,"c":3.0}
{"x":"1","2":"y"}
{"x":"1","2":"y"}
["ranks",{"c":3.0}]
{"a":1.0}
"the next reply"
