--TEST--
PHP does with objects of the table what it does with its own: zero_copy=all
--EXTENSIONS--
baton_cache
--INI--
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
--FILE--
<?php
require __DIR__ . '/zero_copy_objects.inc';
?>
--EXPECT--
all the same
