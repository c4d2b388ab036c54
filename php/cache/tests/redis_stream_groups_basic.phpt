--TEST--
Groups of streams
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->xgroup('CREATE', 's', 'g', '0'), $redis->getLastError(), $redis->xgroup('CREATE', 's', 'g', '0', true), $redis->xgroup('CREATE', 's', 'g', '0'), $redis->xgroup('CREATECONSUMER', 's', 'g', 'ann'));
foreach ([1, 2, 3] as $number) {
    $redis->xadd('s', "$number-0", ['n' => $number]);
}
show($redis->xreadgroup('g', 'ann', ['s' => '>'], 2, 1), $redis->xreadgroup('g', 'bob', ['s' => '>'], null, null), $redis->xreadgroup('g', 'bob', ['s' => '>'], 1, 1), $redis->xreadgroup('g', 'bob', ['s' => '0']));
show($redis->xack('s', 'g', ['1-0', '9-0']), $redis->xpending('s', 'g'), $redis->xpending('s', 'g', '-', '+', 10, 'bob')[0][1], count($redis->xpending('s', 'g', '-', '+', 10)), $redis->xpending('s', 'g', '-', '+', 10, null, 100000));
show($redis->xclaim('s', 'g', 'ann', 0, ['3-0']), $redis->xclaim('s', 'g', 'bob', 0, ['3-0'], ['justid', 'retrycount' => 5, 'idle' => 1]), $redis->xautoclaim('s', 'g', 'cid', 0, '0-0', 1), $redis->xautoclaim('s', 'g', 'cid', 0, '0-0', -1, true));
$redis->xdel('s', ['2-0']);
show($redis->xreadgroup('g', 'cid', ['s' => '0']), $redis->xautoclaim('s', 'g', 'cid', 0, '0-0'));
$info = $redis->xinfo('STREAM', 's');
show($info['length'], $info['first-entry'], $redis->xinfo('GROUPS', 's')[0]['name'], array_column($redis->xinfo('CONSUMERS', 's', 'g'), 'name'), $redis->xinfo('STREAM', 's', 'full', 1)['groups'][0]['name'], $redis->xinfo('STREAM', 'nothing'));
show($redis->xgroup('SETID', 's', 'g', '$'), $redis->xgroup('DELCONSUMER', 's', 'g', 'ann'), $redis->xgroup('DESTROY', 's', 'g'), $redis->xgroup('UNHEARD'), $redis->xgroup('CREATE', 's'), $redis->xinfo('STREAM', null, 'x'), $redis->xpending('s', 'g', '-'), $redis->xreadgroup('g', 'c', ['s' => '>'], -1));
?>
--EXPECTF--
false
"ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically."
true
false
1
{"s":{"1-0":{"n":"1"},"2-0":{"n":"2"}}}
{"s":{"3-0":{"n":"3"}}}
[]
{"s":{"3-0":{"n":"3"}}}
1
[2,"2-0","3-0",[["ann","1"],["bob","1"]]]
"bob"
2
[]
{"3-0":{"n":"3"}}
["3-0"]
["3-0",{"2-0":{"n":"2"}},[]]
["0-0",["2-0","3-0"],[]]
{"s":{"2-0":null,"3-0":{"n":"3"}}}
["0-0",{"3-0":{"n":"3"}},["2-0"]]
2
{"1-0":{"n":"1"}}
"g"
["ann","bob","cid"]
"g"
false

Warning: Baton\Redis::xgroup(): Unknown XGROUP operation 'UNHEARD' in %s on line %d

Warning: Baton\Redis::xgroup(): Operation 'CREATE' requires 3 arguments in %s on line %d

Warning: Baton\Redis::xinfo(): Cannot pass a non-null optional argument after a NULL one. in %s on line %d

Warning: Baton\Redis::xpending(): '$start' must be accompanied by '$end' and '$count' arguments in %s on line %d

Warning: Baton\Redis::xreadgroup(): Negative values for COUNT or BLOCK are illegal. in %s on line %d
true
0
1
false
false
false
false
false
