--TEST--
The first write after the server was restarted is run once, as with PhpRedis
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
$server = new Server;
foreach ([true, false] as $cached) {
    echo $cached ? "a client that keeps\n" : "a client that does not\n";
    $redis = $server->client($cached);
    $redis->set('key', 'old');
    $redis->get('key');
    $server->stop(9);
    $server->start();
    var_dump($redis->incr('count'), $redis->lPush('list', 'one'), $redis->get('count'), $redis->get('key'));
    $server->stop(9);
    $server->start();
    var_dump($redis->multi()->set('key', 'new')->get('key')->exec());
    $server->stop(9);
    $server->start();
    var_dump($redis->pipeline()->incr('count')->incr('count')->exec());
    // Where the server stays away, it is said.
    $redis->setOption(Baton\Redis::OPT_MAX_RETRIES, 1);
    $server->stop(9);
    try {
        $redis->incr('count');
    } catch (Baton\RedisException $exception) {
        // An end that is noticed by looking, or by the write that the system refuses.
        $words = ['#\([^)]*/[^)]*\)#' => '(PLACE)', '#the server ended it while it was idle|Broken pipe#' => 'ENDED'];
        echo get_class($exception), ': ', preg_replace(array_keys($words), $words, $exception->getMessage()), "\n";
    }
    $server->start();
    var_dump($redis->incr('count'));
}
?>
--EXPECTF--
a client that keeps
int(1)
int(1)
string(1) "1"
bool(false)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(3) "new"
}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
Baton\RedisException: Connection lost: ENDED; 1 of 1 retries, the last: No such file or directory (PLACE)
int(1)
a client that does not
int(1)
int(1)
string(1) "1"
bool(false)
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(3) "new"
}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
Baton\RedisException: Connection lost: ENDED; 1 of 1 retries, the last: No such file or directory (PLACE)
int(1)
