--TEST--
Scripts and functions, and how their replies are told
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->setOption(Baton\Redis::OPT_PREFIX, 'p:');
show($redis->eval('return {KEYS[1], ARGV[1], 3, {1, {2}}, false, redis.status_reply("fine")}', ['key', 'argument'], 1), $redis->eval('return false'), $redis->eval('return redis.status_reply("fine")'));
$redis->setOption(Baton\Redis::OPT_REPLY_LITERAL, true);
show($redis->eval('return {redis.status_reply("fine")}'), $redis->rawcommand('SET', 'a', 1), $redis->rawcommand('GET', 'a'));
$redis->setOption(Baton\Redis::OPT_REPLY_LITERAL, false);
thrown(fn () => $redis->eval('return redis.error_reply("MY own")'));

show($redis->eval('return redis.error_reply("ERR own")'), $redis->getLastError(), $redis->eval('this is no script'), $redis->evalsha(str_repeat('0', 40)), $redis->getLastError());
$sha = $redis->script('load', 'return ARGV[1]');
show($sha === sha1('return ARGV[1]'), $redis->evalsha($sha, ['x']), $redis->evalsha_ro($sha, ['y']), $redis->eval_ro('return 1'), $redis->script('exists', $sha, 'nothing'), $redis->script('flush', 'sync'), $redis->script('exists', $sha), $redis->script('load'), $redis->script('unheard'));
$library = "#!lua name=mylib\nredis.register_function('echo', function(keys, args) return {keys[1], args[1]} end)\nredis.register_function{function_name='ro', callback=function() return 7 end, flags={'no-writes'}}";
show($redis->function('load', $library), $redis->fcall('echo', ['k'], ['v']), $redis->fcall_ro('ro'), $redis->function('list')[0]['library_name'], isset($redis->function('stats')['engines']['LUA']));
$dump = $redis->function('dump');
show($redis->function('delete', 'mylib'), $redis->function('restore', $dump), $redis->fcall('ro'), $redis->function('flush'), $redis->function('list'), $redis->function('unheard'), $redis->function('delete'));
?>
--EXPECTF--
["p:key","argument",3,[1,[2]],false,true]
false
true
["fine"]
"OK"
"1"
Baton\RedisException: MY own
false
"ERR own"
false
false
"NOSCRIPT No matching script.%S"
true
"x"
"y"
1
[1,0]
true
[0]
false
false
"mylib"
["p:k","v"]
7
"mylib"
true

Warning: Baton\Redis::function(): Unknown operation 'unheard' in %s on line %d

Warning: Baton\Redis::function(): argument required in %s on line %d
true
true
7
true
[]
false
false
