--TEST--
Workers that find a new primary by the sentinel read nothing that was lost with the old one (the short form of make soak)
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=2M
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed'); ?>
--FILE--
<?php
$argv = [__FILE__, 150_000, 3, 'failover'];
ob_start();
register_shutdown_function(function () {
    $said = ob_get_clean();
    preg_match_all('/^failovers .*: (\d+)$/m', $said, $failovers);
    $happened = array_sum($failovers[1]) > 0;
    echo $happened && preg_match('/^\d+ operations, 0 violations$/m', $said) ? "nothing older\n" : $said;
});
require __DIR__ . '/model.inc';
?>
--EXPECT--
nothing older
