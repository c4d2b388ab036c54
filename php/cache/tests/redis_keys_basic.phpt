--TEST--
Keys, whatever they hold
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->mset(['a' => 1, 'b' => 2, 'c' => 3]);
show($redis->exists('a'), $redis->exists('a', 'b', 'nothing'), $redis->exists(['a', 'b']), $redis->touch('a', 'nothing'), $redis->dbSize());
show($redis->type('a'), $redis->type('nothing'), $redis->rename('a', 'd'), $redis->rename('a', 'd'), $redis->getLastError(), $redis->renameNx('b', 'c'));
show($redis->expire('b', 100), $redis->expire('b', 50, 'GT'), $redis->ttl('b'), $redis->pttl('b') > 90000, $redis->persist('b'), $redis->persist('b'));
show($redis->expireAt('b', 4000000000), $redis->expiretime('b'), $redis->pexpireAt('b', 4000000000000), $redis->pexpiretime('b'), $redis->pexpire('b', 100000));
show($redis->copy('b', 'e'), $redis->copy('b', 'e'), $redis->copy('b', 'e', ['replace' => true]), $redis->copy('b', 'b', ['db' => 1]), $redis->move('e', 1));
show($redis->restore('f', 0, $redis->dump('b')), $redis->get('f'), $redis->dump('nothing'));
thrown(fn () => $redis->restore('f', 0, $redis->dump('b')));
show($redis->restore('f', 1000, $redis->dump('c'), ['replace', 'idletime' => 100]), $redis->object('idletime', 'f'), $redis->object('encoding', 'f'), $redis->object('refcount', 'b') > 0);
$keys = $redis->keys('*');
sort($keys);
show($keys, in_array($redis->randomKey(), $keys), $redis->del('b', 'c'), $redis->unlink(['d', 'f']), $redis->delete('nothing'), $redis->randomKey());
$redis->rPush('l', 3, 1, 2);
$redis->mset(['w1' => 9, 'w2' => 8, 'w3' => 7]);
show($redis->sort('l'), $redis->sort('l', ['sort' => 'desc', 'limit' => [0, 2]]), $redis->sort('l', ['by' => 'w*', 'get' => ['#', 'w*']]), $redis->sort('l', ['store' => 's']), $redis->sort_ro('s'));
show($redis->sortAsc('l'), $redis->sortDesc('l'), $redis->sortAscAlpha('l', null, null, 0, 1), $redis->sortDescAlpha('l'));
show($redis->flushDB(), $redis->dbSize(), $redis->flushAll(true));
?>
--EXPECT--
1
2
2
1
3
1
0
true
false
"ERR no such key"
false
true
false
100
true
true
false
true
4000000000
true
4000000000000
true
true
false
true
true
true
true
"2"
false
Baton\RedisException: BUSYKEY Target key name already exists.
true
100
"int"
true
["b","c","d","f"]
true
2
2
0
false
["1","2","3"]
["3","2"]
["3","7","2","8","1","9"]
3
["1","2","3"]
["1","2","3"]
["3","2","1"]
["1"]
["3","2","1"]
true
0
true
