--TEST--
A connection that the program has switched to RESP3 and to tracking: messages between replies are no replies
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;

$socket = redis_server();
[$redis, $other] = [new Redis, new Redis];
foreach ([$redis, $other] as $client) {
    $client->setOption(Redis::OPT_USE_CACHE, false);
    $client->connect($socket);
    $client->setOption(Redis::OPT_READ_TIMEOUT, 5);
}
$redis->rawCommand('HELLO', '3');
$redis->rawCommand('CLIENT', 'TRACKING', 'ON', 'BCAST');
$other->mset(['a' => '1', 'b' => '2']);
show($redis->get('a'), $redis->get('b'));
$other->hMSet('hash', ['x' => 'y']);
show($redis->hGetAll('hash'));
$other->set('a', '3');
show($redis->pipeline()->get('a')->mget(['a', 'b'])->exec());
$other->set('a', '4');
show($redis->multi()->get('a')->hGetAll('hash')->exec());
$other->flushAll();
show($redis->rawCommand('GET', 'a'), $redis->exists('a'), $redis->echo('the next reply'));
// What a raw command is answered by is one, too.
$redis->rawCommand('CLIENT', 'TRACKING', 'OFF');
show($redis->rawCommand('SUBSCRIBE', 'channel'));
$other->publish('channel', 'text');
show($redis->rawCommand('UNSUBSCRIBE', 'channel'), $redis->rawCommand('PING'));
?>
--EXPECT--
"1"
"2"
{"x":"y"}
["3",["3","2"]]
["4",{"x":"y"}]
false
0
"the next reply"
["subscribe","channel",1]
["message","channel","text"]
["unsubscribe","channel",0]
