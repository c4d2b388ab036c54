--TEST--
Values that are nested too deep, and few bytes that say they are many
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--INI--
memory_limit=256M
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;
use Baton\Table;

/** So many arrays in each other. */
function nested(int $depth): array
{
    $value = [];
    while (--$depth > 0) {
        $value = [$value];
    }
    return $value;
}
$redis = redis_client();
thrown(fn () => Table::set('deep', nested(20_000)));
show(Table::get('deep'), Table::set('deep', nested(4000)), Table::get('deep') === nested(4000));
thrown(fn () => Table::set('deep', [(object) ['a' => nested(5000)]]));
foreach ([Redis::SERIALIZER_PHP, Redis::SERIALIZER_JSON] as $serializer) {
    $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
    thrown(fn () => $redis->set('deep', nested(20_000)));
}
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
show($redis->set('deep', nested(4000)), $redis->get('deep') === nested(4000));
// What refers to itself is not deep, and what is there twice is not twice as deep.
$object = new stdClass;
$object->self = $object;
$list = [1];
$list['self'] = &$list;
$wide = array_fill(0, 5000, array_fill(0, 10, nested(3)));
show(Table::set('object', $object), ($read = Table::get('object')) === $read->self->self, Table::set('list', $list), Table::get('list')['self']['self'][0],
    $redis->set('list', $list), $redis->set('wide', $wide), $redis->get('wide') === $wide);

// Some hundred bytes of each compression that become, or say that they become, half a gigabyte.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
$plain = redis_client();
$frame = "\x28\xb5\x2f\xfd\xa0" . pack('V', 512 << 20) . str_repeat("\x02\x00\x10\x00", 4095) . "\x03\x00\x10\x00";
$announced = pack('V', (512 << 20) - 1);
for ($crc = 0; $crc < 256; $crc++) {
    $redis->rawcommand('SET', "lz4:$crc", chr($crc) . $announced . 'some bytes');
}
$redis->rawcommand('SET', 'zstd', $frame);
$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_ZSTD);
show(strlen($redis->get('zstd')) === strlen($frame), memory_get_peak_usage() < 64 << 20);
$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_LZ4);
for ($crc = 0; $crc < 256; $crc++) {
    if (strlen($redis->get("lz4:$crc")) !== 15) {
        echo "lz4:$crc\n";
    }
}
show(memory_get_peak_usage() < 64 << 20);
// Long values that can be compressed further than that are stored as they are.
foreach ([Redis::COMPRESSION_ZSTD, Redis::COMPRESSION_LZ4, Redis::COMPRESSION_LZF] as $compression) {
    $redis->setOption(Redis::OPT_COMPRESSION, $compression);
    $long = str_repeat('x', 20 << 20);
    $redis->set('long', $long);
    show($redis->get('long') === $long);
}
?>
--EXPECT--
ValueError: A value that is stored may be nested at most 4096 levels deep, as many as unserialize() reads
null
true
true
ValueError: A value that is stored may be nested at most 4096 levels deep, as many as unserialize() reads
ValueError: A value that is stored may be nested at most 4096 levels deep, as many as unserialize() reads
ValueError: A value that is stored may be nested at most 4096 levels deep, as many as unserialize() reads
true
true
true
true
true
1
true
true
true
true
true
true
true
true
true
