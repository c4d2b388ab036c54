--TEST--
Sets
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
function sorted(mixed $list): mixed
{
    is_array($list) && sort($list);
    return $list;
}
show($redis->sAdd('a', 1, 2, 3, 3), $redis->sAddArray('b', [2, 3, 4]), $redis->sAddArray('b', []), $redis->scard('a'), sorted($redis->sMembers('a')));
show($redis->sismember('a', 1), $redis->sismember('a', 9), $redis->sMisMember('a', 1, 9), $redis->sMove('a', 'b', 1), $redis->sMove('a', 'b', 9), $redis->srem('b', 1, 9));
show(sorted($redis->sInter('a', 'b')), sorted($redis->sUnion(['a', 'b'])), $redis->sDiff('b', 'a'), $redis->sintercard(['a', 'b']), $redis->sintercard(['a', 'b'], 1));
show($redis->sInterStore('c', 'a', 'b'), $redis->sUnionStore('c', 'a', 'b'), $redis->sDiffStore(['c', 'b', 'a']), $redis->sMembers('c'));
show($redis->sRandMember('c'), $redis->sRandMember('c', 2), $redis->sPop('c'), $redis->sPop('c'), sorted($redis->sPop('a', 5)), $redis->sRandMember('c', 1));
show($redis->sintercard([]), $redis->sintercard(['a'], -1));
?>
--EXPECTF--
3
3
false
3
["1","2","3"]
true
false
[1,0]
true
false
1
["2","3"]
["2","3","4"]
["4"]
2
1
2
3
1
["4"]
"4"
["4"]
"4"
false
["2","3"]
[]

Warning: Baton\Redis::sintercard(): Must pass at least one key in %s on line %d

Warning: Baton\Redis::sintercard(): LIMIT cannot be negative in %s on line %d
false
false
