<?php

/**
 * Laravel's cache and its Redis connections, over this extension.
 *
 * An application needs no change: its client `phpredis` takes the class `Redis`, which is this extension's by
 *
 *     baton_cache.phpredis_aliases = 1
 *
 * in php.ini, where PhpRedis is not loaded. CACHE_DRIVER=redis then reads from memory what no process has changed. This program is what
 * an application does, in short:
 *
 *     composer require illuminate/redis illuminate/cache
 *     php -d extension=baton_cache -d baton_cache.phpredis_aliases=1 examples/laravel.php [host:port or /socket]
 */

declare(strict_types=1);

use Illuminate\Cache\RedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Container\Container;
use Illuminate\Redis\RedisManager;

require getenv('AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:6379') + [1 => '6379'];

$redis = new RedisManager(new Container, 'phpredis', [
    'default' => ['host' => $host, 'port' => (int) $port, 'options' => ['prefix' => 'example:']],
]);
$cache = new Repository(new RedisStore($redis, 'cache:'));

$settings = fn () => $cache->remember('settings', 60, function (): array {
    echo "the database is asked\n";
    return ['theme' => 'dark'];
});
$settings();
$settings(); // the database is not asked, and the server is
echo $settings()['theme'], "\n"; // not even the server

$cache->put('visits', 1, 60);
$cache->increment('visits');
echo $cache->get('visits'), " visits\n";
echo get_class($redis->connection()->client()), "\n";

$cache->flush();
