--TEST--
CLIENT: this connection and others
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->client('setname', 'me'), $redis->client('getname'), is_int($redis->client('id')), $redis->client('info')['name'], $redis->client('list')[0]['name'], count($redis->client('list', ['type' => 'normal'])), $redis->client('list', ['type' => 'unheard']), count($redis->client('list', ['id' => [(string) $redis->client('id')]])));
show($redis->client('no-evict', true), $redis->client('pause', 1, 'write'), $redis->client('unpause'), $redis->client('getredir'), $redis->client('tracking', 'on', ['bcast' => true, 'prefix' => ['a', 'b']]), $redis->client('trackinginfo')['prefixes'], $redis->client('tracking', false));
show($redis->client('kill', ['addr' => '1.2.3.4:5']), $redis->client('kill', ['unheard' => '1']), $redis->client('unblock', '99999'), $redis->client('unheard'), $redis->client('pause'), $redis->client('setname', []));
?>
--EXPECT--
true
"me"
true
"me"
"me"
1
false
1
true
true
true
-1
true
["a","b"]
true
false
false
0
false
false
false
