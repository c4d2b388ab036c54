<?php

/**
 * Reads that are answered from memory until the key changes: php -d extension=baton_cache examples/plain.php [host:port or /socket]
 *
 * On the command line it lasts as long as the program; under PHP-FPM and Apache all workers share it.
 */

declare(strict_types=1);

use Baton\Redis;

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:6379') + [1 => '6379'];

$redis = new Redis;
$redis->connect($host, (int) $port);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$redis->set('example:user:7', ['name' => 'Ann', 'roles' => ['editor']]);

$redis->get('example:user:7'); // asks the server
$redis->get('example:user:7'); // does not
[$user, $meta] = $redis->getWithMeta('example:user:7');
echo $user['name'], $meta['cached'] ? ' came from memory' : ' came from the server', "\n";

// Somebody else, whose write this program hears of.
$other = new Redis;
$other->setOption(Redis::OPT_USE_CACHE, false);
$other->connect($host, (int) $port);
$other->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$other->set('example:user:7', ['name' => 'Bob', 'roles' => []]);
for ($i = 0; $redis->get('example:user:7')['name'] !== 'Bob' && $i < 1000; $i++) {
    usleep(100); // the message takes some microseconds
}
echo $redis->get('example:user:7')['name'], " is who it is now\n";

// Where a read must know what was written elsewhere an instant ago, a transaction asks the server.
[$now] = $redis->multi()->get('example:user:7')->exec();
echo $now['name'], " says the server\n";

$stats = Redis::stats()['stats'];
echo "{$stats['hits']} hits, {$stats['misses']} misses\n";
$redis->del('example:user:7');
