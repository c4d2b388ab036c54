--TEST--
A cluster over TLS: its nodes, those that it is sent on to, its messages, and what is kept of it
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
if (trim((string) shell_exec('command -v openssl')) === '') die('skip the program openssl is not there');
if (!str_contains((string) shell_exec('ldd ' . escapeshellarg(trim((string) shell_exec('command -v ' . redis_server_program())))), 'libssl')) die('skip the server was built without TLS');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
use Baton\RedisCluster;

$cluster = new Cluster(tls: true);
$context = ['cafile' => "$cluster->folder/certificate.pem"];
$secure = array_map(fn ($seed) => "tls://$seed", $cluster->seeds());

// By a context, by the scheme of the seeds, and by both; nobody is believed who is not vouched for.
$redis = new RedisCluster(null, $cluster->seeds(), 5, 5, false, null, $context);
var_dump($redis->set('key', 'value'), $redis->get('key'), count($redis->_masters()));
var_dump((new RedisCluster(null, $secure, 5, 5, false, null, ['verify_peer' => false, 'verify_peer_name' => false]))->get('key'));
var_dump((new RedisCluster(null, $secure, 5, 5, false, null, ['stream' => $context]))->get('key'));
foreach ([[$secure, null], [$secure, ['cafile' => '/nowhere']], [$secure, $context + ['peer_name' => 'somebody.else']], [$cluster->seeds(), null]] as [$seeds, $options]) {
    try {
        new RedisCluster(null, $seeds, 1, 1, false, null, $options);
        echo "believed\n";
    } catch (Baton\RedisClusterException $exception) {
        echo $exception->getMessage(), "\n";
    }
}

// Every node, all at once.
for ($i = 0; $i < 100; $i++) {
    $pairs["key$i"] = str_repeat("value$i ", 1000);
}
var_dump($redis->mset($pairs), $redis->mget(array_keys($pairs)) === array_values($pairs), count($redis->pipeline()->get('key1')->get('key2')->get('key3')->exec()));
var_dump(array_map(fn ($node) => $redis->ping($node), $redis->_masters()));

// Sent on: ASK while a key leaves, MOVED once its slot has.
$redis->mset(['{s}1' => 'one', '{s}2' => 'two']);
$slot = (string) $cluster->slot('{s}1');
$from = $cluster->owner((int) $slot);
$to = $from === $cluster->ports[0] ? $cluster->ports[1] : $cluster->ports[0];
$cluster->ask($to, 'CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $cluster->id($from));
$cluster->ask($from, 'CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $cluster->id($to));
$cluster->ask($from, 'MIGRATE', '127.0.0.1', (string) $to, '{s}1', '0', '1000');
var_dump($redis->get('{s}1'), $redis->_redir() === "127.0.0.1:$to", $redis->get('{s}2'));
$cluster->ask($from, 'MIGRATE', '127.0.0.1', (string) $to, '{s}2', '0', '1000');
foreach ([$to, $from, ...$cluster->ports] as $port) {
    $cluster->ask($port, 'CLUSTER', 'SETSLOT', $slot, 'NODE', $cluster->id($to));
}
var_dump($redis->append('{s}2', '!'), $redis->_redir() === "127.0.0.1:$to", $redis->get('{s}2'));

// The server says what others change, to a connection that it is told by over TLS, too.
$other = new RedisCluster(null, $secure, 5, 5, false, null, $context);
$redis->get('kept');
$other->set('kept', 'new');
$cluster->wait(fn () => $redis->get('kept') === 'new');
var_dump($redis->get('kept'));
$reads = fn () => array_sum(array_map(fn ($port) => preg_match('/cmdstat_get:calls=(\d+)/', $cluster->ask($port, 'INFO', 'commandstats'), $found) ? (int) $found[1] : 0, $cluster->ports));
$read = function () use ($redis, $reads) {
    $before = $reads();
    $redis->get('kept');
    return $reads() - $before;
};
$cluster->wait(fn () => $read() === 0);
$before = $reads();
for ($i = 0; $i < 50; $i++) {
    $redis->get('kept');
}
var_dump($reads() - $before);

// Messages.
if (!($child = pcntl_fork())) {
    $sender = new RedisCluster(null, $secure, 5, 5, false, null, $context);
    while ($sender->publish('channel', 'message') === 0) {
        usleep(10_000);
    }
    exit;
}
$redis->subscribe(['channel'], function ($redis, $channel, $message) {
    var_dump($channel, $message);
    $redis->unsubscribe([$channel]);
});
pcntl_waitpid($child, $status);
?>
--EXPECT--
bool(true)
string(5) "value"
int(3)
string(5) "value"
string(5) "value"
Couldn't map cluster keyspace using any provided seed
Couldn't map cluster keyspace using any provided seed
Couldn't map cluster keyspace using any provided seed
Couldn't map cluster keyspace using any provided seed
bool(true)
bool(true)
int(3)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(true)
}
string(3) "one"
bool(true)
string(3) "two"
int(4)
bool(true)
string(4) "two!"
string(3) "new"
int(0)
string(7) "channel"
string(7) "message"
