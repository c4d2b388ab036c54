--TEST--
Pipelines: commands go out together
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->pipeline(), $redis->getMode(), $redis->set('a', 1), $redis->exists('a'), $redis->exec(), $redis->getMode(), $redis->pipeline()->exec());
show($redis->multi(Baton\Redis::PIPELINE)->get('a')->hGetAll('a')->get('a')->exec(), $redis->getLastError(), $redis->pipeline()->set('a', 2)->discard(), $redis->get('a'));
echo "with a transaction within\n";
show($redis->pipeline()->get('a')->multi()->incr('a')->hGetAll('nothing')->exec()->get('a')->exec(), $redis->getMode());
echo "long ones\n";
$redis->pipeline();
for ($i = 0; $i < 50000; $i++) {
    $redis->set("key$i", str_repeat('x', 100))->get("key$i");
}
$results = $redis->exec();
show(count($results), count(array_filter($results, fn ($result) => $result === true)), strlen(end($results)));
echo "values that serialise while the pipeline is built\n";
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
show($redis->pipeline()->set('s', [1, 2])->get('s')->exec());
?>
--EXPECT--
the object
2
the object
the object
[true,1]
0
[]
["1",false,"1"]
"WRONGTYPE Operation against a key holding the wrong kind of value"
true
"1"
with a transaction within
["1",[2,[]],"2"]
0
long ones
100000
50000
100
values that serialise while the pipeline is built
[true,[1,2]]
