--TEST--
Random pairs of connections: what one is given from memory its own server gives it as well
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
$argv = [__FILE__, '40', '8'];
require __DIR__ . '/readers_model.inc';
?>
--EXPECT--
reads are answered from memory
faults: 0
