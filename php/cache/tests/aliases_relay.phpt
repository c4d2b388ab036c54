--TEST--
Programs written for Relay find what they look for
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/alone.inc';
// Without PhpRedis, which may be installed.
echo alone(['baton_cache.relay_aliases=1'], [__DIR__ . '/aliases_relay.inc']);
?>
--EXPECT--
bool(true)
string(6) "0.40.0"
bool(false)
bool(false)
bool(true)
string(5) "value"
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
heard
bool(true)
bool(true)
array(1) {
  [0]=>
  int(1)
}
Couldn't map cluster keyspace using any provided seed
