--TEST--
A callback that throws ends the subscription, and the connection with it
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
    while ($sender->publish('a', 'one') === 0) {
        usleep(1000);
    }
    pcntl_exec('/bin/true');
}
thrown(fn () => $redis->subscribe(['a'], fn () => throw new DomainException('enough')));
show($redis->get('key'), $redis->subscribe([], fn () => 1), $redis->unsubscribe([]));
thrown(fn () => $redis->subscribe(['a'], 'no such function'));
pcntl_waitpid($child, $status);
?>
--EXPECT--
DomainException: enough
false
false
false
TypeError: Baton\Redis::subscribe(): Argument #2 ($cb) must be a valid callback, function "no such function" not found or invalid function name
