--TEST--
Hashes
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->hSet('h', 'a', 1), $redis->hSet('h', 'a', 2, 'b', 3), $redis->hSet('h', ['c' => 4, 5 => 'five']), $redis->hSet('h', 'a'), $redis->hSetNx('h', 'a', 9), $redis->hSetNx('h', 'd', 9));
show($redis->hGet('h', 'a'), $redis->hGet('h', 'nothing'), $redis->hGetAll('h'), $redis->hKeys('h'), $redis->hVals('h'), $redis->hLen('h'), $redis->hGetAll('nothing'));
show($redis->hMget('h', ['a', 5, 'nothing', '', null]), $redis->hMget('h', []), $redis->hMset('h', ['a' => 1, 7 => 'seven']), $redis->hExists('h', '7'), $redis->hExists('h', 'nothing'), $redis->hStrLen('h', '7'));
show($redis->hIncrBy('h', 'a', 5), $redis->hIncrByFloat('h', 'a', 0.5), $redis->hDel('h', 'a', 'nothing', 7), $redis->hIncrBy('h', '5', 1), $redis->getLastError());
$redis->hMset('one', ['f' => 'v']);
show($redis->hRandField('one'), $redis->hRandField('one', ['count' => 3]), $redis->hRandField('one', ['count' => -2, 'withvalues' => true]), $redis->hRandField('nothing'));
?>
--EXPECT--
1
1
2
false
false
true
"2"
false
{"a":"2","b":"3","c":"4","5":"five","d":"9"}
["a","b","c","5","d"]
["2","3","4","five","9"]
5
[]
{"a":"2","5":"five","nothing":false}
false
true
true
false
5
6
6.5
2
false
"ERR hash value is not an integer"
"f"
["f"]
{"f":"v"}
false
