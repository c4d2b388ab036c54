--TEST--
The model of workers to which everything happens, with broadcast
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=2M
baton_cache.tracking=broadcast
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
