--TEST--
Symfony's cache, unmodified, by the names of PhpRedis: a server, one that is connected to late, a cluster, and an array of servers
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
needs_extensions('mbstring', 'ctype');
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
if (!is_dir(__DIR__ . '/../../../.cache/php-frameworks/usr/share/php/Symfony/Component/Cache')) die("skip Symfony's classes are not there: tools/need php-frameworks");
?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
require __DIR__ . '/cluster.inc';
require __DIR__ . '/alone.inc';
$server = new Server;
$cluster = new Cluster;
$hosts = implode('&', array_map(fn ($seed) => "host[$seed]", $cluster->seeds()));
$second = new Server;
$ways = [["redis://$server->socket", 'Redis'], ["redis://$server->socket", 'RedisProxy', 'lazy'], ["redis:?$hosts&redis_cluster=1", 'RedisCluster'],
    ["redis:?host[$server->socket]&host[$second->socket]", 'RedisArray']];
foreach ($ways as $way) {
    echo alone(['extension=mbstring', 'extension=ctype', 'baton_cache.phpredis_aliases=1'], [__DIR__ . '/programs/symfony.inc', ...$way]);
}
?>
--EXPECT--
its client: as it should
a miss: as it should
saved: as it should
contracts: as it should
many at once: as it should
deleted: as it should
over: as it should
cleared: as it should
PSR-16: as it should
tags: as it should
its client: as it should
a miss: as it should
saved: as it should
contracts: as it should
many at once: as it should
deleted: as it should
over: as it should
cleared: as it should
PSR-16: as it should
tags: as it should
its client: as it should
a miss: as it should
saved: as it should
contracts: as it should
many at once: as it should
deleted: as it should
over: as it should
cleared: as it should
PSR-16: as it should
tags: as it should
its client: as it should
a miss: as it should
saved: as it should
contracts: as it should
many at once: as it should
deleted: as it should
over: as it should
cleared: as it should
PSR-16: as it should
