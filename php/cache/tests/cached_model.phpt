--TEST--
Workers to which everything happens read nothing older than they have seen (the short form of make soak)
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=2M
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
$argv = [__FILE__, 160_000, 7];
ob_start();
register_shutdown_function(function () {
    $said = ob_get_clean();
    echo preg_match('/^\d+ operations, 0 violations$/m', $said) ? "nothing older\n" : $said;
});
require __DIR__ . '/model.inc';
?>
--EXPECT--
nothing older
