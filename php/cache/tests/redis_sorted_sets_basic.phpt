--TEST--
Sorted sets: adding, ranges, counting, removing
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->zAdd('z', 1, 'a', '2.5', 'b', 3, 'c'), $redis->zAdd('z', ['xx', 'ch'], 4, 'c', 5, 'd'), $redis->zAdd('z', ['incr'], 0.5, 'a'), $redis->zAdd('z', ['nx', 'incr'], 1, 'a'), $redis->zAdd('z', '-inf', 'first'), $redis->zAdd('z', 'many', 'x'));
show($redis->zCard('z'), $redis->zScore('z', 'b'), $redis->zScore('z', 'nothing'), $redis->zMscore('z', 'a', 'nothing'), $redis->zIncrBy('z', 2, 'c'), $redis->zRank('z', 'b'), $redis->zRevRank('z', 'b'), $redis->zRank('z', 'nothing'));
$redis->zRem('z', 'first', 'nothing');
show($redis->zRange('z', 0, -1), $redis->zRange('z', 0, -1, true), $redis->zRange('z', 0, 1, ['rev', 'withscores' => true]), $redis->zRange('z', '(1', '+inf', ['byscore', 'limit' => [0, 1]]), $redis->zRange('z', '[a', '[b', ['bylex']));
show($redis->zRevRange('z', 0, 0), $redis->zRevRange('z', 0, -1, ['withscores' => true]), $redis->zRangeByScore('z', 1, 3, ['withscores' => true, 'limit' => [1, 1]]), $redis->zRevRangeByScore('z', '+inf', '-inf'), $redis->zCount('z', '-inf', 3));
$redis->zAdd('n', 0, 'a', 0, 'b', 0, 'c', 0, 'd');
show($redis->zRangeByLex('n', '-', '[b'), $redis->zRangeByLex('n', '-', '+', 1, 2), $redis->zRevRangeByLex('n', '+', '(b'), $redis->zLexCount('n', '-', '+'), $redis->zRemRangeByLex('n', '[d', '+'), $redis->zRemRangeByRank('n', 0, 0), $redis->zRemRangeByScore('n', 0, 0));
show($redis->zPopMin('z'), $redis->zPopMax('z', 2), $redis->zPopMin('nothing'), $redis->zRangeByLex('n', 'a', 'b'), $redis->zRangeByLex('n', '-', '+', 1), $redis->zRange('z', 'a', 'b', ['bylex']));
$redis->zAdd('p', 1, 'a', 2, 'b', 3, 'c');
show($redis->zmpop(['nothing', 'p'], 'MIN'), $redis->bzmpop(1.0, ['p'], 'MAX', 2), $redis->zmpop(['p'], 'MIN'), $redis->zmpop(['p'], 'UP'));
$redis->zAdd('p', 1, 'a', 2, 'b');
show($redis->bzPopMin('p', 1), $redis->bzPopMax(['nothing', 'p'], 1), $redis->bzPopMax('p', 0.01));
?>
--EXPECTF--
Warning: Baton\Redis::zAdd(): scores must be numeric or '-inf', 'inf', '+inf' in %s on line %d
3
1
1.5
false
1
false
4
2.5
false
[1.5,false]
6.0
2
1
false
["a","b","c"]
{"a":1.5,"b":2.5,"c":6.0}
{"c":6.0,"b":2.5}
["a"]
["a","b"]
["c"]
{"c":6.0,"b":2.5,"a":1.5}
{"b":2.5}
["c","b","a"]
2
["a","b"]
["b","c"]
["d","c"]
4
1
1
2

Warning: Baton\Redis::zRangeByLex(): Min/Max args can be '-' or '+', or start with '[' or '(' in %s on line %d

Warning: Baton\Redis::zRangeByLex(): Must pass either 3 or 5 arguments in %s on line %d

Warning: Baton\Redis::zRange(): Lexicographical args must start with '[' or '(' or be '+' or '-' in %s on line %d
{"a":1.5}
{"c":6.0,"b":2.5}
[]
false
false
false

Warning: Baton\Redis::zmpop(): from must be either 'MIN' or 'MAX' in %s on line %d
["p",{"a":1.0}]
["p",{"c":3.0,"b":2.0}]
false
false
["p","a","1"]
["p","b","2"]
[]
