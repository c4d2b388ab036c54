--TEST--
Strings: set with its options, and what counts and cuts
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->set('a', 'one'), $redis->get('a'), $redis->get('nothing'), $redis->set('a', 'two', ['nx']), $redis->set('a', 'two', ['xx', 'ex' => 100]));
show($redis->ttl('a'), $redis->set('a', 'three', ['keepttl']), $redis->ttl('a'), $redis->set('a', 'four', ['get']), $redis->set('b', 1, 50), $redis->ttl('b'));
show($redis->set('b', 2, ['PX' => '100000']), $redis->ttl('b'), $redis->setex('c', 10, 'x'), $redis->psetex('c', 20000, 'y'), $redis->ttl('c'));
show($redis->setnx('c', 1), $redis->setnx('d', 1), $redis->getset('d', 2), $redis->getDel('d'), $redis->getDel('d'));
show($redis->getEx('b', ['persist']), $redis->ttl('b'), $redis->getEx('b', ['EX' => 10]), $redis->ttl('b'));
show($redis->append('a', '!'), $redis->strlen('a'), $redis->getRange('a', 1, 2), $redis->setRange('a', 1, 'OU'), $redis->get('a'));
show($redis->incr('n'), $redis->incr('n', 5), $redis->incrBy('n', 2), $redis->decr('n'), $redis->decr('n', 2), $redis->decrBy('n', 1));
show($redis->incrByFloat('f', 0.1), $redis->incrByFloat('f', 0.2), $redis->get('f'));
show($redis->mset(['x' => 1, 'y' => 2, 3 => 'three']), $redis->mget(['x', 'y', '3', 'nothing']), $redis->msetnx(['x' => 2, 'w' => 2]), $redis->mget([]));
show($redis->setBit('bits', 7, true), $redis->getBit('bits', 7), $redis->bitcount('bits'), $redis->bitcount('bits', 0, 3, true), $redis->bitpos('bits', true));
show($redis->bitop('not', 'flipped', 'bits'), $redis->bitpos('flipped', false), $redis->bitfield('bits', 'GET', 'u8', 0, 'INCRBY', 'u8', 0, 3));
$redis->mset(['p' => 'ohmytext', 'q' => 'mynewtext']);
show($redis->lcs('p', 'q'), $redis->lcs('p', 'q', ['len']), $redis->lcs('p', 'q', ['idx', 'minmatchlen' => 4, 'withmatchlen']));
?>
--EXPECT--
true
"one"
false
false
true
100
true
100
"three"
true
50
true
100
true
true
20
false
true
"1"
"2"
false
"2"
-1
"2"
10
5
5
"ou"
5
"fOUr!"
1
6
8
7
5
4
0.1
0.3
"0.3"
true
["1","2","three",false]
false
false
0
1
1
0
7
1
7
[1,4]
"mytext"
6
["matches",[[[4,7],[5,8],4]],"len",6]
