--TEST--
Processes share what was read, also when those that brought it have ended or were killed
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$other->set('key', 'one');
$child = function (callable $run): int {
    if (($process = pcntl_fork()) === 0) {
        $run();
        exec('kill -9 ' . getmypid());
    }
    pcntl_waitpid($process, $status);
    return $process;
};
var_dump($redis->get('key'));
$calls = $server->calls('get');
$child(function () use ($server) {
    $own = $server->client();
    echo $own->get('key'), ' ', $own->get('key'), "\n";
}); // by the first read of its connection the server says which one it is
var_dump($server->calls('get') - $calls);

// A child that was killed brought this: it is asked for again, and is right.
$other->set('other', 'one');
$child(fn () => $server->client()->get('other'));
$other->set('other', 'two');
var_dump($redis->get('other'));

// The parent's object in the child has a connection of its own.
$child(function () use ($redis) {
    $redis->set('key', 'of the child');
    echo $redis->get('key'), "\n";
});
var_dump(until(fn () => $redis->get('key') === 'of the child'));

// The tracker dies with the process that keeps it.
$tracking = $server->client(false);
if (($process = pcntl_fork()) === 0) {
    sleep(60);
}
exec("kill -9 $process");
pcntl_waitpid($process, $status);
$other->set('key', 'after');
var_dump(until(fn () => $redis->get('key') === 'after'));
?>
--EXPECT--
string(3) "one"
one one
int(1)
string(3) "two"
of the child
bool(true)
bool(true)
