--TEST--
Random lies of servers: each call gives a value or throws, within a time, and memory is taken for what came
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
$argv = [__FILE__, '150', '7'];
require __DIR__ . '/hostile_exam.inc';
?>
--EXPECT--
values, exceptions, hits, truths were seen
faults: 0
