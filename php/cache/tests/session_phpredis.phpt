--TEST--
Sessions under PhpRedis's names, of a server and of a cluster, and at the end of a program
--EXTENSIONS--
baton_cache
session
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/alone.inc';
require __DIR__ . '/cluster.inc';
require __DIR__ . '/cached_server.inc';
$server = new Server;
$cluster = new Cluster;
$session = ['baton_cache.phpredis_aliases=1', 'session.use_cookies=0', 'session.cache_limiter='];
$start = 'session_id("one"); session_start();';

$redis = [...$session, 'session.save_handler=redis', "session.save_path=unix://$server->socket", 'redis.session.locking_enabled=1'];
echo alone($redis, ['-r', "$start \$_SESSION['n'] = 1;"]); // stored behind the end
echo alone($redis, ['-r', "$start echo json_encode(\$_SESSION), (new Redis(['host' => '$server->socket']))->exists('PHPREDIS_SESSION:one_LOCK');"]);
echo alone($redis, ['-r', 'echo ini_get("redis.session.lock_retries"), " ", ini_set("redis.session.lock_retries", 5);']);

$seeds = http_build_query(['seed' => $cluster->seeds(), 'timeout' => 2, 'read_timeout' => 2, 'prefix' => 'mine:']);
$clustered = [...$session, 'session.save_handler=rediscluster', "session.save_path=\"$seeds\"", 'redis.session.locking_enabled=1'];
echo alone($clustered, ['-r', "$start \$_SESSION['n'] = 2;"]);
echo alone($clustered, ['-r', "$start echo json_encode(\$_SESSION);"]);
var_dump($cluster->client()->get('mine:one'), $cluster->client()->keys('*'));

// A server that is gone at the end of a program is warned of.
echo alone([...$redis, 'redis.session.locking_enabled=0'],
    ['-r', "$start \$_SESSION['n'] = 3; (new Redis(['host' => '$server->socket']))->rawCommand('CONFIG', 'SET', 'maxmemory', '1');"]);
$pid = (new Baton\Redis(['host' => $server->socket]))->info('server')['process_id'];
echo alone([...$redis, 'redis.session.locking_enabled=0'], ['-r', "$start \$_SESSION['n'] = 4; exec('kill -9 $pid');"]);
$server->stop();
echo alone($redis, ['-r', 'var_dump(@session_start(), error_get_last()["message"]);']);
echo alone($redis, ['-d', 'session.save_path=', '-r', 'var_dump(@session_start());']);
echo alone([...$session, 'session.save_handler=rediscluster', 'session.save_path="seed[]=127.0.0.1:1&timeout=0.2"'], ['-r', 'var_dump(session_start());']);
?>
--EXPECTF--
{"n":1}1
100 100

{"n":2}
string(6) "n|i:2;"
array(1) {
  [0]=>
  string(8) "mine:one"
}
Warning: PHP Request Shutdown: Error writing session data to Redis: OOM command not allowed %s in Unknown on line 0

Warning: PHP Request Shutdown: Failed to write session data (redis)%s
Warning: PHP Request Shutdown: Error communicating with Redis server in Unknown on line 0

Warning: PHP Request Shutdown: Failed to write session data (redis)%s
bool(false)
string(%d) "session_start(): Failed to read session data: redis (path: unix://%s/redis.sock)"
bool(false)
Warning: session_start(): session.save_path: no cluster answers at its seeds in Command line code on line 1

Warning: session_start(): Failed to initialize storage module: rediscluster (path: seed[]=127.0.0.1:1&timeout=0.2) in Command line code on line 1
bool(false)
