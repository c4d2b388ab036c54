--TEST--
The extension says what it is
--EXTENSIONS--
baton_cache
--FILE--
<?php
var_dump(extension_loaded('baton_cache'), phpversion('baton_cache'));
ob_start();
(new ReflectionExtension('baton_cache'))->info();
var_dump(str_contains(ob_get_clean(), 'baton_cache => enabled'));
?>
--EXPECT--
bool(true)
string(5) "0.1.0"
bool(true)
