--TEST--
Channels of their shard, and what an object does at its end
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server();
$redis = new Baton\Redis();
$redis->connect($socket);
$child = pcntl_fork();
if ($child === 0) {
    $sender = new Baton\Redis();
    $sender->connect($socket);
    while ($sender->spublish('a', 'one') === 0) {
        usleep(1000);
    }
    pcntl_exec('/bin/true');
}
show($redis->ssubscribe(['a', 'b'], fn ($who, $channel, $message) => show("$channel $message", $who->pubsub('shardchannels') === false, $who->sunsubscribe(['a', 'b']))));
pcntl_waitpid($child, $status);
show($redis->pubsub('shardnumsub', ['a']), $redis->save(), $redis->bgrewriteaof(), $redis->popen($socket), $redis->_digest('hello'), $redis->__destruct());
show(@$redis->migrate('127.0.0.1', 1, 'nothing', 0, 10), $redis->migrate('127.0.0.1', 1, [], 0, 10));
$redis->set('key', 1);
thrown(fn () => $redis->migrate('127.0.0.1', 1, ['key'], 0, 10_000, true, true, ['user', 'pass']));
// The process that rewrites the file outlives a server that is killed, and would still write to its folder.
while ($redis->info('persistence')['aof_rewrite_in_progress']) {
    usleep(1000);
}
?>
--EXPECTF--
"a one"
true
{"a":true,"b":true}
true
{"a":0}
true
true
true
"9555e8555c62dcfd"
null

Warning: Baton\Redis::migrate(): Keys array cannot be empty in %s on line %d
true
false
Baton\RedisException: IOERR error or timeout writing to target instance
