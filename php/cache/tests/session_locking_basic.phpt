--TEST--
A session is one request's at a time where locking is enabled
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
ini_set('baton_cache.session.locking_enabled', 1);
ini_set('baton_cache.session.lock_expire', 10);
ini_set('baton_cache.session.lock_retries', -1);
ini_set('baton_cache.session.lock_wait_time', 1000);

// Four processes count together.
$children = [];
for ($i = 0; $i < 4; $i++) {
    if (!($child = pcntl_fork())) {
        for ($n = 0; $n < 25; $n++) {
            session_id('counted');
            session_start();
            $count = $_SESSION['count'] ?? 0;
            usleep(500);
            $_SESSION['count'] = $count + 1;
            session_write_close();
        }
        ob_end_clean();
        exit;
    }
    $children[] = $child;
}
array_map(fn ($child) => pcntl_waitpid($child, $status), $children);
var_dump($redis->get('PHPREDIS_SESSION:counted'), $redis->exists('PHPREDIS_SESSION:counted_LOCK'));

// Nobody waits longer than the settings say.
$redis->set('PHPREDIS_SESSION:taken_LOCK', 'somebody');
ini_set('baton_cache.session.lock_retries', 10);
session_id('taken');
$began = microtime(true);
var_dump(@session_start(), microtime(true) - $began < 1, $redis->get('PHPREDIS_SESSION:taken_LOCK'));

// A lock that expired, and is somebody else's, is not written under, nor given up.
session_id('late');
var_dump(session_start(), $redis->pttl('PHPREDIS_SESSION:late_LOCK') > 9000);
$_SESSION['a'] = 1;
$redis->set('PHPREDIS_SESSION:late_LOCK', 'somebody');
var_dump(@session_write_close(), $redis->get('PHPREDIS_SESSION:late'), $redis->get('PHPREDIS_SESSION:late_LOCK'));

// What is new is locked from the start, and what was destroyed is not locked any more.
session_id('');
session_start();
$id = session_create_id();
var_dump($redis->exists('PHPREDIS_SESSION:' . session_id() . '_LOCK'));
session_destroy();
var_dump(count($redis->keys('*_LOCK')) <= 3);
?>
--EXPECT--
string(12) "count|i:100;"
int(0)
bool(false)
bool(true)
string(8) "somebody"
bool(true)
bool(true)
bool(true)
bool(false)
string(8) "somebody"
int(1)
bool(true)
