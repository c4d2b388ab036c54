--TEST--
Settings that make no sense are refused
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
foreach ([['host' => 1], ['port' => 'x'], ['connectTimeout' => 'x'], ['readTimeout' => 'x'], ['retryInterval' => -1], ['ssl' => 1],
    ['auth' => 1], ['backoff' => 1], ['backoff' => ['algorithm' => 99]], ['database' => -1], ['serializer' => 99]] as $settings) {
    thrown(fn () => new Baton\Redis($settings));
}
new Baton\Redis(['unheard-of' => 1]);
new Baton\Redis(['backoff' => ['unheard-of' => 1]]);
new Baton\Redis(['auth' => [1, 2, 3]]);
?>
--EXPECTF--
ValueError: Invalid host
ValueError: Invalid port
ValueError: Invalid connect timeout
ValueError: Invalid read timeout
ValueError: Invalid retry interval
ValueError: Invalid SSL context options
ValueError: Invalid auth credentials
ValueError: Invalid backoff options
ValueError: Invalid backoff options
ValueError: Invalid database
ValueError: Invalid serializer

Warning: Baton\Redis::__construct(): Skip unknown option 'unheard-of' in %s on line %d

Warning: Baton\Redis::__construct(): Skip unknown backoff option 'unheard-of' in %s on line %d

Warning: Baton\Redis::__construct(): When passing an array as auth it must have one or two elements! in %s on line %d
