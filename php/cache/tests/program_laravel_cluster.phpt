--TEST--
Laravel, unmodified, by the name RedisCluster
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
needs_extensions('mbstring', 'ctype', 'pdo');
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
if (!is_dir(__DIR__ . '/../../../.cache/php-frameworks/usr/share/php/Illuminate/Redis')) die("skip Laravel's classes are not there: tools/need php-frameworks");
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';
require __DIR__ . '/alone.inc';
$cluster = new Cluster;
echo alone(['extension=mbstring', 'extension=ctype', 'extension=pdo', 'baton_cache.phpredis_aliases=1',
    // This Laravel takes the options of Redis from RedisCluster, which has them up to PhpRedis 5.
    'baton_cache.phpredis_version=5.3.7'], [__DIR__ . '/programs/laravel.inc', ...array_map('strval', $cluster->ports)]);
?>
--EXPECT--
its client: as it should
set and get: as it should
set with options: as it should
mget: as it should
hashes: as it should
sorted sets: as it should
scripts: as it should
transactions: as it should
throttle: as it should
funnel: as it should
put, get and has: as it should
remember: as it should
counters: as it should
add, pull and forget: as it should
locks: as it should
restored locks: as it should
limits: as it should
its size: as it should
jobs: as it should
a job whose time has come: as it should
sessions: as it should
flashed: as it should
regenerated: as it should
