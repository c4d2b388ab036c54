--TEST--
Commands as the server has them
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->setOption(Baton\Redis::OPT_PREFIX, 'p:');
show($redis->rawcommand('SET', 'a', 1.5), $redis->rawcommand('GET', 'a'), $redis->rawcommand('LRANGE', 'nothing', 0, -1), $redis->rawcommand('BLPOP', 'nothing', 0.01), $redis->rawcommand('PING'), $redis->rawcommand('UNHEARD'), $redis->getLastError());
$redis->setOption(Baton\Redis::OPT_NULL_MULTIBULK_AS_NULL, true);
show($redis->rawcommand('BLPOP', 'nothing', 0.01), $redis->blPop('nothing', 0.01), $redis->rawcommand('GET', 'nothing'), $redis->xread(['s' => '$'], 1, 1), $redis->lPos('nothing', 1));
show($redis->rawcommand(1), $redis->rawcommand('GET', []));
thrown(fn () => $redis->rawcommand());
?>
--EXPECTF--
true
"1.5"
[]
[]
true
false
"ERR unknown command 'UNHEARD', with args beginning with: "
null
null
false
null
null

Warning: Baton\Redis::rawcommand(): When sending a 'raw' command, the first argument must be a string! in %s on line %d

Warning: Baton\Redis::rawcommand(): Raw command arguments must be scalar values! in %s on line %d
false
false
ArgumentCountError: Baton\Redis::rawcommand() expects at least 1 argument, 0 given
