--TEST--
Places
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->geoadd('g', 13.361389, 38.115556, 'Palermo', 15.087269, 37.502669, 'Catania'), $redis->geoadd('g', 13.361389, 38.115556, 'Palermo', ['nx', 'ch']));
show(round($redis->geodist('g', 'Palermo', 'Catania')), round($redis->geodist('g', 'Palermo', 'Catania', 'km')), $redis->geodist('g', 'Palermo', 'Rome'), $redis->geohash('g', 'Palermo', 'Rome'));
show(count($redis->geopos('g', 'Palermo')[0]), $redis->geopos('g', 'Rome'));
show($redis->georadius('g', 15, 37, 200, 'km', ['asc']), $redis->georadius_ro('g', 15, 37, 200, 'km', ['desc', 'count' => 1]), $redis->georadiusbymember('g', 'Palermo', 10, 'km'), $redis->georadiusbymember_ro('g', 'Palermo', 1000, 'km', ['withdist', 'count' => [1, true]]));
show($redis->georadius('g', 15, 37, 200, 'km', ['store' => 'stored']), $redis->zCard('stored'), $redis->georadius('g', 15, 37, 200, 'km', ['store' => 'stored', 'withdist']));
show($redis->geosearch('g', 'Palermo', 200, 'km', ['asc']), $redis->geosearch('g', [15, 37], [400, 400], 'km', ['count' => 1, 'asc']), array_map('count', $redis->geosearch('g', [15, 37], 200, 'km', ['withdist', 'withcoord', 'withhash', 'asc'])), is_float($redis->geosearch('g', 'Palermo', 1, 'km', ['withdist'])['Palermo'][0]));
show($redis->geosearchstore('to', 'g', 'Palermo', 500, 'km', ['storedist', 'asc', 'count' => 2]), $redis->zScore('to', 'Palermo'));
show($redis->geosearch('g', '', 1, 'km'), $redis->geosearch('g', 'Palermo', 'far', 'km'), $redis->georadius('g', 1, 1, 1, 'km', ['count' => 0]), $redis->geoadd('g', 1, 2, 'x', 'nx'));
thrown(fn () => $redis->geoadd('g', 1, 2, 'x', 3, 4));
?>
--EXPECTF--
2
0
166274.0
166.0
false
["sqc8b49rny0",false]
2
[[]]
["Catania","Palermo"]
["Palermo"]
["Palermo"]
[["Palermo","0.0000"]]

Warning: Baton\Redis::georadius(): STORE[DIST] is not compatible with WITHCOORD, WITHDIST or WITHHASH in %s on line %d
2
2
false
["Palermo","Catania"]
["Catania"]
{"Catania":3,"Palermo":3}
true
2
0.0

Warning: Baton\Redis::geosearch(): Invalid position in %s on line %d

Warning: Baton\Redis::geosearch(): Invalid shape dimensions in %s on line %d

Warning: Baton\Redis::georadius(): Invalid COUNT value in %s on line %d

Warning: Baton\Redis::geoadd(): Invalid options value in %s on line %d
false
false
false
false
ArgumentCountError: Wrong parameter count for Baton\Redis::geoadd()
