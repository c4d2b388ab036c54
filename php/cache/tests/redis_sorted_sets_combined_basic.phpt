--TEST--
Sorted sets made of several
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->zAdd('a', 1, 'x', 2, 'y');
$redis->zAdd('b', 10, 'y', 20, 'z');
show($redis->zdiff(['a', 'b']), $redis->zdiff(['a', 'b'], ['withscores' => true]), $redis->zinter(['a', 'b'], null, ['withscores' => true]), $redis->zinter(['a', 'b'], [2, 1], ['aggregate' => 'max', 'withscores' => true]));
show($redis->zunion(['a', 'b'], ['1', 0.5], ['withscores' => true]), $redis->zunion(['a', 'b']), $redis->zintercard(['a', 'b']), $redis->zintercard(['a', 'b'], 1));
show($redis->zdiffstore('c', ['a', 'b']), $redis->zinterstore('c', ['a', 'b']), $redis->zunionstore('c', ['a', 'b'], [1, 2], 'MIN'), $redis->zRange('c', 0, -1, true));
show($redis->zrangestore('d', 'c', 0, 0), $redis->zRange('d', 0, -1), $redis->zRandMember('d'), $redis->zRandMember('d', ['count' => 2]), $redis->zRandMember('d', ['count' => -2, 'withscores' => true]));
show($redis->zunion(['a', 'b'], [1]), $redis->zunionstore('c', ['a', 'b'], [1]), $redis->zunionstore('c', ['a'], [1], 'avg'), $redis->zunion(['a'], ['x']), $redis->zunion(['a'], null, ['aggregate' => 'avg']), $redis->zdiff([]));
?>
--EXPECTF--
["x"]
{"x":1.0}
{"y":12.0}
{"y":10.0}
{"x":1.0,"y":7.0,"z":10.0}
["x","y","z"]
1
1
1
1
3
{"x":1.0,"y":2.0,"z":40.0}
1
["x"]
"x"
["x"]
{"x":1.0}

Warning: Baton\Redis::zunion(): WEIGHTS and keys array should be the same size! in %s on line %d

Warning: Baton\Redis::zunionstore(): WEIGHTS and keys array must be the same size! in %s on line %d

Warning: Baton\Redis::zunionstore(): AGGREGATE option must be 'SUM', 'MIN', or 'MAX' in %s on line %d

Warning: Baton\Redis::zunion(): scores must be numeric or '-inf', 'inf', '+inf' in %s on line %d

Warning: Baton\Redis::zunion(): Valid AGGREGATE options are 'SUM', 'MIN', or 'MAX' in %s on line %d
false
false
false
false
["x","y"]
false
