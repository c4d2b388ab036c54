--TEST--
Messages: subscribe() calls back until nothing is subscribed to
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
$redis->setOption(Baton\Redis::OPT_PREFIX, 'p:');
$sender = new Baton\Redis();
$sender->connect($socket);
$count = 0;
$child = pcntl_fork();
if ($child === 0) {
    $sender = new Baton\Redis();
    $sender->connect($socket);
    while ($sender->publish('p:a', 'one') === 0) {
        usleep(1000);
    }
    while ($sender->publish('p:c', 'two') === 0) {
        usleep(1000);
    }
    while ($sender->publish('p:dx', 'three') === 0) {
        usleep(1000);
    }
    $sender->publish('p:b', 'four');
    $sender->publish('p:a', 'five');
    pcntl_exec('/bin/true');
}
show($redis->subscribe(['a', 'b'], function ($who, $channel, $message) use ($redis, $sender, &$count) {
    show($who === $redis, "$channel $message");
    if (++$count === 1) {
        show($sender->pubsub('numsub', ['p:a', 'p:b']), $sender->pubsub('channels', 'p:*') > [], $sender->pubsub('numpat'));
        show($who->subscribe(['c'], fn ($who, $channel, $message) => show("another: $channel $message")));
        show($who->psubscribe(['d*'], fn ($who, $pattern, $channel, $message) => show("$pattern $channel $message")));
    } elseif ($count === 3) {
        show($who->punsubscribe(['d*']), $who->unsubscribe(['a', 'c', 'x']));
        show($who->unsubscribe(['b']));
    }
}), $redis->ping());

pcntl_waitpid($child, $status);
echo "nothing comes within the read timeout\n";
$redis->setOption(Baton\Redis::OPT_READ_TIMEOUT, 0.05);
thrown(fn () => $redis->psubscribe(['*'], fn () => 1) ?: throw new Exception('false'));
show($redis->ping(), $redis->publish('a', 'nobody'), $redis->spublish('a', 'nobody'), $redis->pubsub('unheard'), $redis->pubsub('numsub', 'x'), $redis->pubsub('channels', []));
?>
--EXPECTF--
true
"p:a one"
{"p:a":1,"p:b":1}
true
0
true
"another: p:c two"
"p:d* p:dx three"
true
"p:b four"
true
"p:a five"
{"p:d*":true}
{"p:a":true,"p:c":true,"p:x":false}
{"p:b":true}
true
true
true
nothing comes within the read timeout
Baton\RedisException: read error on connection to %s/socket: nothing came within the read timeout of 50 ms

Warning: Baton\Redis::pubsub(): Unknown PUBSUB operation 'unheard' in %s on line %d

Warning: Baton\Redis::pubsub(): Invalid channels value in %s on line %d

Warning: Baton\Redis::pubsub(): Invalid pattern value in %s on line %d
true
0
0
false
false
false
