--TEST--
Messages of a cluster are heard by a connection of their own
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
$cluster = new Cluster;
$redis = $cluster->client();
if (!($child = pcntl_fork())) {
    $other = $cluster->client();
    foreach (['one', 'two', 'three'] as $message) {
        // Until somebody hears it.
        for ($i = 0; $i < 400 && $other->publish('channel', $message) === 0; $i++) {
            usleep(5000);
        }
    }
    while ($other->spublish('{shard}', 'four') === 0) {
        usleep(5000);
    }
    exit;
}
var_dump(@$redis->unsubscribe(['channel']), error_get_last()['message']);
$heard = [];
$redis->subscribe(['channel'], function ($object, string $channel, string $message) use (&$heard, $redis) {
    // The object answers meanwhile.
    $heard[] = [$object === $redis, $channel, $message, $object->incr('heard')];
    if (count($heard) === 3) {
        $object->unsubscribe(['channel']);
    }
});
echo json_encode($heard), "\n";
$redis->ssubscribe(['{shard}'], function ($object, string $channel, string $message) {
    echo "$channel: $message\n";
    $object->sunsubscribe([$channel]);
});
pcntl_waitpid($child, $status);
var_dump($redis->get('heard'));
?>
--EXPECT--
bool(false)
string(84) "Baton\RedisCluster::unsubscribe(): You can't unsubscribe outside of a subscribe loop"
[[true,"channel","one",1],[true,"channel","two",2],[true,"channel","three",3]]
{shard}: four
string(1) "3"
