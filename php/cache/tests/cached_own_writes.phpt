--TEST--
Whoever empties, swaps or changes in a transaction what another has read in between reads what it did, without waiting to be told
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';

$server = new Server;
$redis = $server->client();
$other = $server->client(); // reads into the same memory
$elsewhere = $server->client(false);
$elsewhere->select(1);
$wrong = ['transaction' => 0, 'pipeline' => 0, 'flushDB' => 0, 'flushAll' => 0, 'swapdb' => 0];
$kept = array_map(fn () => 0, $wrong);
for ($i = 0; $i < 1_000; $i++) {
    foreach (array_keys($wrong) as $way) {
        $key = "key-$i";
        $redis->set($key, 'old');
        $elsewhere->set($key, 'swapped');
        $other->get($key);
        switch ($way) {
            case 'transaction':
                $redis->multi()->set($key, 'new');
                $kept[$way] += $other->get($key) === 'old' && $other->isTracked($key);
                $redis->exec();
                break;
            case 'pipeline':
                $redis->pipeline()->set($key, 'new');
                $kept[$way] += $other->get($key) === 'old' && $other->isTracked($key);
                $redis->exec();
                break;
            default:
                $kept[$way] += $other->isTracked($key);
                $way === 'swapdb' ? $redis->swapdb(0, 1) : $redis->$way();
        }
        $expected = ['transaction' => 'new', 'pipeline' => 'new', 'swapdb' => 'swapped'][$way] ?? false;
        $wrong[$way] += $redis->get($key) !== $expected;
    }
}
foreach ($wrong as $way => $count) {
    echo "$way: $count wrong", $kept[$way] > 50 ? '' : ", of $kept[$way] kept", "\n";
}
?>
--EXPECT--
transaction: 0 wrong
pipeline: 0 wrong
flushDB: 0 wrong
flushAll: 0 wrong
swapdb: 0 wrong
