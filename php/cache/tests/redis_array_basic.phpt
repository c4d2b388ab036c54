--TEST--
RedisArray by PhpRedis's name: options, settings, memory, transactions, cursors
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alone.inc';
echo alone(['baton_cache.phpredis_aliases=1'], [__DIR__ . '/redis_array_basic.inc', redis_server(), redis_server(), redis_server()]);
?>
--EXPECT--
string(10) "RedisArray"
string(5) "Redis"
bool(true)
bool(true)
int(3)
int(465)
from memory
bool(true)
string(7) "user_of"
bool(true)
int(160)
bool(false)
array(3) {
  [0]=>
  bool(true)
  [1]=>
  string(1) "x"
  [2]=>
  array(2) {
    [0]=>
    string(1) "x"
    [1]=>
    bool(false)
  }
}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
bool(false)
bool(false)
bool(true)
NULL
string(1) "x"
{a}1 {a}n
