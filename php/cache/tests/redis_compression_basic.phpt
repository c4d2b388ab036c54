--TEST--
Values are compressed, and others that were not are still read
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->set('plain', 'as it is');
$text = str_repeat('all work and no play ', 500);
foreach (['LZF', 'ZSTD', 'LZ4'] as $name) {
    show($name, $redis->setOption(Baton\Redis::OPT_COMPRESSION, constant("Baton\\Redis::COMPRESSION_$name")));
    $redis->set('value', $text);
    show($redis->rawcommand('STRLEN', 'value') < 1000, $redis->get('value') === $text, $redis->_uncompress($redis->_compress($text)) === $text, $redis->get('plain'), $redis->_compress('') === '');
    thrown(fn () => $redis->_uncompress('not compressed'));
    $redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
    $redis->rPush("list$name", [$text], ['short'], $text);
    show($redis->lrange("list$name", 0, -1) === [[$text], ['short'], $text]);
    $redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_NONE);
}
$redis->setOption(Baton\Redis::OPT_COMPRESSION, Baton\Redis::COMPRESSION_ZSTD);
$sizes = [];
foreach ([1, 3, 19, 99, -5] as $level) {
    $redis->setOption(Baton\Redis::OPT_COMPRESSION_LEVEL, $level);
    show($redis->getOption(Baton\Redis::OPT_COMPRESSION_LEVEL), $redis->_uncompress($redis->_compress($text)) === $text);
}
show($redis->setOption(Baton\Redis::OPT_COMPRESSION, 9), $redis->setOption(Baton\Redis::OPT_COMPRESSION, 0), $redis->_compress('x'), $redis->_uncompress('x'));
?>
--EXPECT--
"LZF"
true
true
true
true
"as it is"
true
Baton\RedisException: Invalid compressed data or uncompression error
true
"ZSTD"
true
true
true
true
"as it is"
false
Baton\RedisException: Invalid compressed data or uncompression error
true
"LZ4"
true
true
true
true
"as it is"
true
Baton\RedisException: Invalid compressed data or uncompression error
true
1
true
3
true
19
true
99
true
-5
true
false
true
"x"
"x"
