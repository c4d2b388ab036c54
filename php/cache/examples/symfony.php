<?php

/**
 * Symfony's cache, over this extension.
 *
 * Its RedisAdapter takes a `Redis`, which is this extension's class by `baton_cache.phpredis_aliases = 1` in php.ini where PhpRedis is not
 * loaded. In an application: a service of class `Redis`, named as the `provider` of a pool in framework.cache.
 *
 *     composer require symfony/cache
 *     php -d extension=baton_cache -d baton_cache.phpredis_aliases=1 examples/symfony.php [host:port or /socket]
 */

declare(strict_types=1);

use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Adapter\RedisTagAwareAdapter;
use Symfony\Contracts\Cache\ItemInterface;

require getenv('AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:6379') + [1 => '6379'];

$redis = new Redis;
$redis->connect($host, (int) $port);

$pool = new RedisAdapter($redis, 'example');
$settings = fn () => $pool->get('settings', function (ItemInterface $item): array {
    echo "the database is asked\n";
    $item->expiresAfter(60);
    return ['theme' => 'dark'];
});
$settings();
$settings();
echo $settings()['theme'], "\n";

$tagged = new RedisTagAwareAdapter($redis, 'tagged');
$tagged->get('page', function (ItemInterface $item): string {
    $item->tag('user.7');
    return 'a page of user 7';
});
$tagged->invalidateTags(['user.7']);
echo $tagged->hasItem('page') ? "the page is there\n" : "the page is gone with its tag\n";
echo get_class($redis), "\n";

$pool->clear();
