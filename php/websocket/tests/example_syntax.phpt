--TEST--
Examples: those that need others' libraries are PHP at least
--FILE--
<?php
foreach (['revolt.php', 'laravel.php'] as $name) {
    exec(escapeshellarg(PHP_BINARY) . ' -n -l ' . escapeshellarg(dirname(__DIR__) . "/examples/$name") . ' 2>&1', $lines, $status);
    echo "$name: $status\n";
}
?>
--EXPECT--
revolt.php: 0
laravel.php: 0
