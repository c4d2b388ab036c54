--TEST--
Reads of a cluster come from the shared memory, and are forgotten in time
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
use Baton\RedisCluster;

$cluster = new Cluster;
$redis = $cluster->client();
$other = $cluster->client();
$other->setOption(Baton\Redis::OPT_USE_CACHE, false);
$calls = function (string $command) use ($cluster): int {
    $calls = 0;
    foreach ($cluster->ports as $port) {
        preg_match("/cmdstat_$command:calls=(\\d+)/", $cluster->ask($port, 'INFO', 'commandstats'), $found);
        $calls += (int) ($found[1] ?? 0);
    }
    return $calls;
};
foreach (range(0, 9) as $i) {
    $other->set("key$i", "value$i");
    $other->hset("hash$i", 'f', $i);
}
$read = function () use ($redis) {
    $all = [];
    foreach (range(0, 9) as $i) {
        $all[] = $redis->get("key$i") . $redis->hget("hash$i", 'f') . json_encode($redis->get("none$i"));
    }
    return $all;
};
$expected = array_map(fn ($i) => "value$i{$i}false", range(0, 9));
var_dump($read() === $expected && $read() === $expected);
[$gets, $hgets] = [$calls('get'), $calls('hget')];
for ($i = 0; $i < 20; $i++) {
    $same = $read() === $expected;
}
var_dump($same, $calls('get') - $gets, $calls('hget') - $hgets);

// What others change, and what this one changes.
$other->mset(['key1' => 'new', 'none2' => 'some']);
$cluster->wait(fn () => $redis->get('key1') === 'new' && $redis->get('none2') === 'some');
var_dump($redis->get('key1'), $redis->get('none2'));
var_dump($redis->set('key3', 'mine'), $redis->get('key3'), $redis->mset(['key4' => 'a', 'key5' => 'b']), $redis->get('key4') . $redis->get('key5'));
$redis->pipeline()->set('key6', 'c')->set('key7', 'd')->exec();
var_dump($redis->get('key6') . $redis->get('key7'));
$redis->multi()->set('key8', 'e')->exec();
var_dump($redis->get('key8'), $redis->del('key8', 'key9'), $redis->get('key8'), $redis->get('key9'));

// A slot that leaves takes with it what its node has said of it: that there is nothing.
var_dump($redis->get('{s}1'));
$slot = (string) $cluster->slot('{s}1');
$from = $cluster->owner((int) $slot);
$to = $from === $cluster->ports[0] ? $cluster->ports[1] : $cluster->ports[0];
foreach ([$to, $from, ...$cluster->ports] as $port) {
    $cluster->ask($port, 'CLUSTER', 'SETSLOT', $slot, 'NODE', $cluster->id($to));
}
$other->set('{s}1', 'there');
usleep(1_100_000);
var_dump($redis->get('{s}1'));
?>
--EXPECT--
bool(true)
bool(true)
int(0)
int(0)
string(3) "new"
string(4) "some"
bool(true)
string(4) "mine"
bool(true)
string(2) "ab"
string(2) "cd"
string(1) "e"
int(2)
bool(false)
bool(false)
bool(false)
string(5) "there"
