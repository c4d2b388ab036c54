--TEST--
The prefix stands before every key, and before nothing else
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->setOption(Baton\Redis::OPT_PREFIX, 'p:'), $redis->getOption(Baton\Redis::OPT_PREFIX), $redis->_prefix('key'));
$redis->set('a', 1);
$redis->mset(['b' => 1, 7 => 2]);
$redis->sAdd('s1', 'x');
$redis->sUnionStore('s2', 's1', 's3');
$redis->zAdd('z1', 1, 'm');
$redis->zunionstore('z2', ['z1', 'z3']);
$redis->bitop('not', 'bits', 'a');
$redis->xadd('stream', '1-1', ['f' => 1]);
$redis->eval('return redis.call("set", KEYS[1], ARGV[1])', ['script', 'value'], 1);
$redis->copy('a', 'copied');
show($redis->mget(['a', 'b', '7', 'script']), $redis->exists('a', 'b', 'c'), $redis->xread(['stream' => '0']), count($redis->keys('z*')));
$redis->setOption(Baton\Redis::OPT_PREFIX, '');
$keys = $redis->keys('*');
sort($keys);
show($redis->getOption(Baton\Redis::OPT_PREFIX), $keys, $redis->_prefix('key'));
?>
--EXPECT--
true
"p:"
"p:key"
["1","1","2","value"]
2
{"p:stream":{"1-1":{"f":"1"}}}
2
null
["p:7","p:a","p:b","p:bits","p:copied","p:s1","p:s2","p:script","p:stream","p:z1","p:z2"]
"key"
