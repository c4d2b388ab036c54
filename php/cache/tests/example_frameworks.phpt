--TEST--
Examples: Laravel's and Symfony's caches take the client as it is
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
require __DIR__ . '/frameworks.inc';
FRAMEWORKS ?? die('skip the classes of Laravel and Symfony are not there: tools/need php-frameworks');
?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/example.inc';
$server = redis_server();
foreach (['laravel', 'symfony'] as $name) {
    example($name, $server, ['baton_cache.phpredis_aliases=1'], ['AUTOLOAD' => __DIR__ . '/frameworks.inc']);
}
?>
--EXPECT--
the database is asked
dark
2 visits
Redis
the database is asked
dark
the page is gone with its tag
Redis
