--TEST--
Sessions are kept by a server, or by several
--EXTENSIONS--
baton_cache
session
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
ob_start(); // headers may not be sent before a session has begun
$server = new Server;
$redis = $server->client(false);
ini_set('session.use_cookies', 0);
ini_set('session.cache_limiter', '');
ini_set('session.save_handler', 'baton_cache');
ini_set('session.save_path', "unix://$server->socket");
ini_set('session.gc_maxlifetime', 600);

session_id('first');
var_dump(session_start(), $_SESSION);
$_SESSION = ['a' => 1, 'list' => [1, 2]];
session_write_close();
var_dump($redis->get('PHPREDIS_SESSION:first'), $redis->ttl('PHPREDIS_SESSION:first') > 590);
session_start();
var_dump($_SESSION);
// What is not changed lives on, too.
$redis->expire('PHPREDIS_SESSION:first', 5);
session_write_close();
var_dump($redis->ttl('PHPREDIS_SESSION:first') > 590);

session_start();
var_dump(session_regenerate_id(true), session_id() !== 'first', $_SESSION['a'], $redis->exists('PHPREDIS_SESSION:first'));
var_dump(session_destroy(), $redis->dbSize());

// A name that nobody gave is not taken.
ini_set('session.use_strict_mode', 1);
session_id('invented');
session_start();
var_dump(session_id() !== 'invented');
session_destroy();
ini_set('session.use_strict_mode', 0);

// Parameters: prefix, database; compression, and one server of two.
ini_set('session.save_path', "unix://$server->socket?prefix=app:&database=3&timeout=1.5");
ini_set('baton_cache.session.compression', 'zstd');
session_id('packed');
session_start();
$_SESSION['text'] = str_repeat('text', 1000);
session_write_close();
$redis->select(3);
var_dump($redis->keys('*'), $redis->strlen('app:packed') < 500);
session_start();
var_dump(strlen($_SESSION['text']));
session_write_close();
ini_set('baton_cache.session.compression', 'none');
ini_set('baton_cache.session.early_refresh', 1);
$redis->set('app:packed', 'n|i:1;', 5);
session_start();
var_dump($_SESSION, $redis->ttl('app:packed') > 590);
session_write_close();
ini_set('baton_cache.session.early_refresh', 0);

$redis->flushAll();
ini_set('session.save_path', "unix://$server->socket?database=1&weight=1, unix://$server->socket?database=2&weight=3");
for ($i = 0; $i < 40; $i++) {
    session_id(sprintf('%c%c%c%cid', 97 + $i % 26, 97 + $i % 7, 97 + $i % 5, 97 + $i));
    session_start();
    $_SESSION['i'] = $i;
    session_write_close();
}
$redis->select(1);
$one = $redis->dbSize();
$redis->select(2);
var_dump($one > 0, $redis->dbSize() > $one, $one + $redis->dbSize());
session_id('aaaaid');
session_start();
var_dump($_SESSION);
session_write_close();
?>
--EXPECT--
bool(true)
array(0) {
}
string(33) "a|i:1;list|a:2:{i:0;i:1;i:1;i:2;}"
bool(true)
array(2) {
  ["a"]=>
  int(1)
  ["list"]=>
  array(2) {
    [0]=>
    int(1)
    [1]=>
    int(2)
  }
}
bool(true)
bool(true)
bool(true)
int(1)
int(0)
bool(true)
int(0)
bool(true)
array(1) {
  [0]=>
  string(10) "app:packed"
}
bool(true)
int(4000)
array(1) {
  ["n"]=>
  int(1)
}
bool(true)
bool(true)
bool(true)
int(40)
array(1) {
  ["i"]=>
  int(0)
}
