--TEST--
Laravel, unmodified, by the names of PhpRedis: its facade, cache, locks, limits, queue, sessions and broadcasts
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
needs_extensions('mbstring', 'ctype', 'pdo');
if (!is_dir(__DIR__ . '/../../../.cache/php-frameworks/usr/share/php/Illuminate/Redis')) die("skip Laravel's classes are not there: tools/need php-frameworks");
?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
require __DIR__ . '/alone.inc';
$server = new Server;
echo alone(['extension=mbstring', 'extension=ctype', 'extension=pdo', 'baton_cache.phpredis_aliases=1'], [__DIR__ . '/programs/laravel.inc', $server->socket]);
?>
--EXPECT--
its client: as it should
set and get: as it should
set with options: as it should
mget: as it should
hashes: as it should
sorted sets: as it should
scripts: as it should
pipelines: as it should
evalsha: as it should
scan: as it should
transactions: as it should
throttle: as it should
funnel: as it should
put, get and has: as it should
remember: as it should
counters: as it should
add, pull and forget: as it should
many: as it should
tags: as it should
before it ends: as it should
after that: as it should
locks: as it should
restored locks: as it should
limits: as it should
its size: as it should
jobs: as it should
a job whose time has come: as it should
clear: as it should
sessions: as it should
flashed: as it should
regenerated: as it should
broadcasts: as it should
flush: as it should
