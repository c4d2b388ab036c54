--TEST--
A serialiser whose extension is not loaded cannot be set
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = new Baton\Redis();
show($redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_IGBINARY), $redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_MSGPACK), $redis->getOption(Baton\Redis::OPT_SERIALIZER));
?>
--EXPECTF--
Warning: Baton\Redis::setOption(): SERIALIZER_IGBINARY needs the extension igbinary, which is not loaded in %s on line %d

Warning: Baton\Redis::setOption(): SERIALIZER_MSGPACK needs the extension msgpack, which is not loaded in %s on line %d
false
false
0
