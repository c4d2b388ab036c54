--TEST--
The table of PhpRedis 5.3.7 is what PhpRedis 5.3.7 says of itself
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_file(PHP_EXTENSION_DIR . '/redis.so')) die('skip PhpRedis is not installed');
require __DIR__ . '/redis_server.inc';
$version = shell_exec(PHP_BINARY . ' -n -d extension_dir=' . escapeshellarg(PHP_EXTENSION_DIR) . (is_file(PHP_EXTENSION_DIR . '/igbinary.so') ? ' -d extension=igbinary' : '') . ' -d extension=redis -r "echo phpversion(\'redis\');"');
if ($version !== '5.3.7') die("skip PhpRedis is $version");
?>
--FILE--
<?php
$igbinary = is_file(PHP_EXTENSION_DIR . '/igbinary.so') ? '-d extension=igbinary' : '';
$program = "require '" . __DIR__ . "/names.inc'; compare_with_table(table_of('phpredis-5.3.7'));";
echo shell_exec(PHP_BINARY . " -n -d extension_dir=" . escapeshellarg(PHP_EXTENSION_DIR) . " $igbinary -d extension=redis -r " . escapeshellarg($program));
?>
--EXPECT--
6 classes, 580 lines, 2 differences
Redis lacks: const SERIALIZER_MSGPACK = 3
RedisCluster lacks: const SERIALIZER_MSGPACK = 3
