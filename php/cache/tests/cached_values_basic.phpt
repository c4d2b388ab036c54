--TEST--
Values are kept as they are unpacked: for each serializer, compression and prefix
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$object = new ArrayObject(['of' => [1, 2]]);
$values = ['text', '', 17, 1.5, true, null, [], ['a' => ['b' => 1]], range(1, 500), str_repeat('long ', 1000), $object, ['in' => $object]];
foreach ([Redis::SERIALIZER_PHP, Redis::SERIALIZER_JSON] as $serializer) {
    foreach ([Redis::COMPRESSION_NONE, Redis::COMPRESSION_LZF, Redis::COMPRESSION_ZSTD, Redis::COMPRESSION_LZ4] as $compression) {
        $redis = $server->client();
        $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
        $redis->setOption(Redis::OPT_COMPRESSION, $compression);
        $redis->setOption(Redis::OPT_PREFIX, "of $serializer $compression:");
        foreach ($values as $i => $value) {
            $expected = $serializer === Redis::SERIALIZER_JSON ? json_decode(json_encode($value), true) : $value;
            $redis->set("key $i", $value);
            $redis->hSet('hash', "field $i", $value);
            settle($redis, $other); // what the server tells of these writes comes after them, and is heeded
            $calls = $server->calls('get') + $server->calls('hget');
            for ($round = 0; $round < 3; $round++) {
                $got = [$redis->get("key $i"), $redis->hGet('hash', "field $i")];
                if (serialize($got[0]) !== serialize($expected) || serialize($got[1]) !== serialize($expected)) {
                    echo "$serializer $compression $i $round: ";
                    var_dump($got);
                }
            }
            $asked = $server->calls('get') + $server->calls('hget') - $calls;
            // Replies of other commands are not kept where they hold objects.
            if ($asked !== ($i >= 10 && $serializer === Redis::SERIALIZER_PHP ? 4 : 2)) {
                echo "$serializer $compression $i: $asked asked\n";
            }
        }
    }
}
// The same key for clients of two kinds.
$plain = $server->client();
$php = $server->client();
$php->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$php->set('both', [1]);
var_dump($plain->get('both'), $php->get('both'), $plain->get('both'), $php->get('both'));
// What cannot be unpacked is given as it is.
$plain->set('both', 'no serialization');
var_dump($php->get('both'), $php->get('both'));
?>
--EXPECT--
string(14) "a:1:{i:0;i:1;}"
array(1) {
  [0]=>
  int(1)
}
string(14) "a:1:{i:0;i:1;}"
array(1) {
  [0]=>
  int(1)
}
string(16) "no serialization"
string(16) "no serialization"
