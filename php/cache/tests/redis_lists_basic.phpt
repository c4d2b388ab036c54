--TEST--
Lists
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->rPush('l', 'a', 'b', 'c'), $redis->lPush('l', 'z'), $redis->lPushx('nothing', 1), $redis->rPushx('l', 'd'), $redis->lLen('l'), $redis->lrange('l', 0, -1));
show($redis->lindex('l', 1), $redis->lindex('l', 99), $redis->lSet('l', 0, 'y'), $redis->lSet('l', 99, 'y'), $redis->lInsert('l', Baton\Redis::BEFORE, 'b', 'b'), $redis->lInsert('l', 'after', 'x', 1));
show($redis->lPos('l', 'b'), $redis->lPos('l', 'b', ['rank' => 2]), $redis->lPos('l', 'b', ['count' => 0]), $redis->lPos('l', 'x'));
show($redis->lrem('l', 'b', 1), $redis->ltrim('l', 1, 3), $redis->lrange('l', 0, -1));
show($redis->lPop('l'), $redis->rPop('l'), $redis->lPop('l', 5), $redis->lPop('l'), $redis->rPop('l', 2));
$redis->rPush('a', 1, 2, 3);
show($redis->rpoplpush('a', 'b'), $redis->lMove('a', 'b', 'LEFT', 'RIGHT'), $redis->brpoplpush('a', 'b', 1), $redis->blmove('b', 'a', 'LEFT', 'LEFT', 1.0), $redis->rpoplpush('nothing', 'b'));
show($redis->blPop(['nothing', 'a'], 1), $redis->brPop('nothing', 'b', 1), $redis->blPop('nothing', 0.01), $redis->brpoplpush('nothing', 'b', 0.01));
$redis->rPush('m', 1, 2, 3);
show($redis->lmpop(['nothing', 'm'], 'LEFT'), $redis->blmpop(1.0, ['m'], 'RIGHT', 5), $redis->lmpop(['m'], 'LEFT'));
show($redis->lInsert('l', 'beside', 1, 2), $redis->lMove('a', 'b', 'UP', 'LEFT'), $redis->lmpop([], 'LEFT'), $redis->lmpop(['m'], 'LEFT', 0), $redis->lmpop(['m'], 'UP'));
?>
--EXPECTF--
3
4
0
5
5
["z","a","b","c","d"]
"a"
false
true
false
6
-1
2
3
[2,3]
false
1
true
["a","b","c"]
"a"
"c"
["b"]
false
[]
"3"
"1"
"2"
"2"
false
["a","2"]
["b","1"]
[]
false
["m",["1"]]
["m",["3","2"]]
false

Warning: Baton\Redis::lInsert(): Position must be either 'BEFORE' or 'AFTER' in %s on line %d

Warning: Baton\Redis::lMove(): Wherefrom argument must be 'LEFT' or 'RIGHT' in %s on line %d

Warning: Baton\Redis::lmpop(): Must pass at least one key in %s on line %d

Warning: Baton\Redis::lmpop(): Count must be > 0 in %s on line %d

Warning: Baton\Redis::lmpop(): from must be either 'LEFT' or 'RIGHT' in %s on line %d
false
false
false
false
false
