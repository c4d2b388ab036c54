--TEST--
SCAN and its relatives go through everything, by a cursor
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
function all(Closure $scan): array
{
    $cursor = null;
    $found = [];
    while (($part = $scan($cursor)) !== false) {
        $found += array_is_list($part) ? array_flip($part) : $part;
    }
    ksort($found);
    return array_is_list(array_values($found)) && count($found) > 20 ? [count($found), $cursor] : $found;
}
for ($i = 0; $i < 200; $i++) {
    $redis->set("key:$i", $i);
    $redis->sAdd('set', "member$i");
    $redis->hSet('hash', "field$i", "value$i");
    $redis->zAdd('zset', $i, "member$i");
}
show(all(fn (&$cursor) => $redis->scan($cursor)), all(fn (&$cursor) => $redis->scan($cursor, 'key:1*', 50)), all(fn (&$cursor) => $redis->scan($cursor, null, 0, 'zset')));
show(all(fn (&$cursor) => $redis->sscan('set', $cursor)), all(fn (&$cursor) => $redis->hscan('hash', $cursor, 'field7')), all(fn (&$cursor) => $redis->zscan('zset', $cursor, 'member1')));
$cursor = null;
show($redis->sscan('nothing', $cursor), $cursor, $redis->sscan('nothing', $cursor), $redis->hscan('set', $cursor));
$cursor = null;
show($redis->hscan('set', $cursor), $redis->getLastError());
echo "who goes on where nothing was found\n";
$cursor = null;
show(count($redis->scan($cursor, 'key:77')) <= 1 && $cursor !== 0);
$redis->setOption(Baton\Redis::OPT_SCAN, Baton\Redis::SCAN_RETRY);
$cursor = null;
show($redis->scan($cursor, 'key:77'), $redis->getOption(Baton\Redis::OPT_SCAN));
echo "patterns with the prefix\n";
$redis->setOption(Baton\Redis::OPT_PREFIX, 'key:');
$redis->setOption(Baton\Redis::OPT_SCAN, Baton\Redis::SCAN_PREFIX);
show(all(fn (&$cursor) => $redis->scan($cursor, '77')), all(fn (&$cursor) => $redis->scan($cursor)), $redis->getOption(Baton\Redis::OPT_SCAN), $redis->setOption(Baton\Redis::OPT_SCAN, Baton\Redis::SCAN_NOPREFIX), $redis->setOption(Baton\Redis::OPT_SCAN, Baton\Redis::SCAN_NORETRY), $redis->getOption(Baton\Redis::OPT_SCAN), $redis->setOption(Baton\Redis::OPT_SCAN, 9));
?>
--EXPECT--
[203,0]
[111,0]
{"zset":0}
[200,0]
{"field7":"value7"}
{"member1":1.0}
[]
0
false
false
false
"WRONGTYPE Operation against a key holding the wrong kind of value"
who goes on where nothing was found
true
["key:77"]
1
patterns with the prefix
{"key:77":0}
[200,0]
3
true
true
0
false
