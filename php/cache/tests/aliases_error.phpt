--TEST--
Names that an extension has stay its own, and without the settings there are none
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_file(PHP_EXTENSION_DIR . '/redis.so')) die('skip PhpRedis is not installed');
?>
--FILE--
<?php
require __DIR__ . '/alone.inc';
$folder = PHP_EXTENSION_DIR;
$phpredis = is_file("$folder/igbinary.so") ? ["extension=$folder/igbinary.so", "extension=$folder/redis.so"] : ["extension=$folder/redis.so"];
echo alone(['baton_cache.phpredis_aliases=1', ...$phpredis], ['-r', 'echo (new ReflectionClass("Redis"))->getExtensionName();']);
echo alone([], ['-r', 'var_dump(class_exists("Redis"), extension_loaded("redis"), class_exists("Relay\\\\Relay"));']);
echo alone(['baton_cache.phpredis_aliases=1', 'baton_cache.relay_aliases=1'],
    ['-r', 'echo phpversion("redis"), " ", phpversion("relay"), " ", Redis::class, " ", get_class(new Redis);']);
?>
--EXPECTF--
Warning: %sbaton_cache.phpredis_aliases = 1 is without effect: the extension redis is loaded, which has these names in Unknown on line 0
redis
bool(false)
bool(false)
bool(false)
6.3.0 0.40.0 Redis Redis
