--TEST--
Classes under the names of PhpRedis and Relay are declared as theirs, and can be extended in every method
--EXTENSIONS--
baton_cache
--FILE--
<?php
require __DIR__ . '/alone.inc';
foreach (['5.3.7', '6.1.0', '6.3.0'] as $version) {
    echo alone(['baton_cache.phpredis_aliases=1', "baton_cache.phpredis_version=$version"], [__DIR__ . '/names_phpredis.inc', $version]);
}
echo alone(['baton_cache.relay_aliases=1'], [__DIR__ . '/names_relay.inc']);
?>
--EXPECTF--
5.3.7 redis
6 classes, 580 lines, 0 differences
574 lines overridden
6.1.0 redis
6 classes, 583 lines, 0 differences
577 lines overridden
6.3.0 redis
6 classes, 648 lines, 0 differences
642 lines overridden
0.40.0 relay
10 classes, 803 lines, 0 differences
783 lines overridden
bool(true)
bool(false)
object(Relay\Attributes\RedisCommand)#%d (0) {
}
enum(Relay\KeyType::Hash)
int(8)
