--TEST--
Streams: adding, reading, trimming
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->xadd('s', '1-1', ['a' => 1, 'b' => 'two']), $redis->xadd('s', '2-1', ['c' => 3]), $redis->xadd('none', '*', ['a' => 1], 0, false, true), $redis->xadd('s', '1-1', ['a' => 1]), $redis->getLastError());
show($redis->xlen('s'), $redis->xrange('s', '-', '+'), $redis->xrange('s', '-', '+', 1), $redis->xrevrange('s', '+', '-', 1), $redis->xrange('none', '-', '+'));
show($redis->xread(['s' => '1-1']), $redis->xread(['s' => '$'], 1, 10), $redis->xread(['s' => '0', 'none' => '0'], 1), $redis->xread([]));
show($redis->xadd('s', '3-1', ['d' => 4], 2), $redis->xlen('s'), $redis->xdel('s', ['2-1', '9-9']), $redis->xtrim('s', '0'), $redis->xadd('s', '4-1', ['d' => 4], 10, true), $redis->xtrim('s', '5-0', true, true, 10));
show($redis->xtrim('s', '1', false, false, 3), $redis->xadd('s', '6-1', [], 0), $redis->xadd('s', '7-1', ['a' => 1], 0, true));
?>
--EXPECTF--
"1-1"
"2-1"
false
false
"ERR The ID specified in XADD is equal or smaller than the target stream top item"
2
{"1-1":{"a":"1","b":"two"},"2-1":{"c":"3"}}
{"1-1":{"a":"1","b":"two"}}
{"2-1":{"c":"3"}}
[]
{"s":{"2-1":{"c":"3"}}}
[]
{"s":{"1-1":{"a":"1","b":"two"}}}
false
"3-1"
2
1
1
"4-1"
1

Warning: Baton\Redis::xtrim(): Cannot use LIMIT without an approximate match, ignoring in %s on line %d

Warning: Baton\Redis::xadd(): Warning:  Invalid MAXLEN argument or approximate flag in %s on line %d
0
false
"7-1"
