--TEST--
Options are what they were set to
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; needs_extensions('igbinary'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary');
$redis = redis_client();
foreach ((new ReflectionClass('Baton\Redis'))->getConstants() as $name => $value) {
    if (str_starts_with($name, 'OPT_')) {
        show("$name " . json_encode([$redis->getOption($value), $redis->setOption($value, '2'), $redis->getOption($value), $redis->setOption($value, -3)]));
    }
}
show($redis->getOption(99), $redis->setOption(99, 1));
$tcp = new Baton\Redis(['host' => '127.0.0.1', 'port' => 1]);
show($tcp->setOption(Baton\Redis::OPT_TCP_KEEPALIVE, true), $tcp->getOption(Baton\Redis::OPT_TCP_KEEPALIVE));
?>
--EXPECTF--
"OPT_SERIALIZER [0,true,2,false]"
"OPT_PREFIX [null,true,\"2\",true]"
"OPT_READ_TIMEOUT [0,true,2,true]"
"OPT_SCAN [0,true,2,false]"
"OPT_TCP_KEEPALIVE [0,false,0,false]"
"OPT_COMPRESSION [0,true,2,false]"
"OPT_REPLY_LITERAL [0,true,1,true]"
"OPT_COMPRESSION_LEVEL [0,true,2,true]"
"OPT_NULL_MULTIBULK_AS_NULL [0,true,1,true]"
"OPT_MAX_RETRIES [10,true,2,false]"
"OPT_BACKOFF_ALGORITHM [0,true,2,false]"
"OPT_BACKOFF_BASE [0,true,2,false]"
"OPT_BACKOFF_CAP [0,true,2,false]"
"OPT_PACK_IGNORE_NUMBERS [0,true,1,true]"
"OPT_PHPREDIS_COMPATIBILITY [true,true,true,true]"
"OPT_CLIENT_INVALIDATIONS [true,true,true,true]"
"OPT_ALLOW_PATTERNS [[],true,[\"2\"],false]"
"OPT_IGNORE_PATTERNS [[],true,[\"2\"],false]"
"OPT_CLIENT_TRACKING [true,true,true,true]"
"OPT_THROW_ON_ERROR [false,true,true,true]"
"OPT_ADAPTIVE_CACHE [false,true,true,true]"
"OPT_EXACT_TTL [false,true,true,true]"
"OPT_USE_CACHE [true,true,true,true]"

Warning: Baton\Redis::setOption(): Unknown option '99' in %s on line %d
false
false
true
1
