--TEST--
What was written over between requests is not lent (the short form of make soak)
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=1M
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
$argv = [__FILE__, 5, 1];
ob_start();
register_shutdown_function(function () {
    $said = ob_get_clean();
    echo preg_match('/^[1-9]\d* reads, 0 violations$/m', $said) ? "no harm\n" : $said;
});
require __DIR__ . '/flipped.inc';
?>
--EXPECT--
no harm
