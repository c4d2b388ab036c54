--TEST--
Programs written for PhpRedis find what they look for
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
echo alone(['baton_cache.phpredis_aliases=1'], [__DIR__ . '/aliases_phpredis.inc']);
?>
--EXPECT--
bool(true)
string(5) "6.3.0"
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "redis"
bool(true)
bool(true)
bool(true)
int(5)
bool(true)
bool(true)
bool(true)
string(5) "value"
string(5) "value"
string(9) "framework"
string(2) "id"
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
string(5) "Redis"
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(1) "1"
}
mine: 1
Connection refused (127.0.0.1:1)
