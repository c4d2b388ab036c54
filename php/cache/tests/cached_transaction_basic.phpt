--TEST--
What a transaction or a pipeline writes is read back, and reads within them are the server's
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$redis->set('key', 'one');
$redis->get('key');

var_dump($redis->multi()->set('key', 'two')->get('key')->exec(), $redis->get('key'));
var_dump($redis->pipeline()->set('key', 'three')->get('key')->hSet('hash', 'f', 'v')->exec(), $redis->get('key'), $redis->hGet('hash', 'f'));
$redis->hGet('hash', 'f');
$redis->pipeline()->hSet('hash', 'f', 'w')->exec();
var_dump($redis->hGet('hash', 'f'));

// While keys are watched, reads are the server's: a transaction must not rest on what has changed before.
// What the server tells of this program's own writes may come after it has read them back, and is heeded.
settle($redis, $other);
$redis->get('key');
$calls = $server->calls('get');
$redis->watch('key');
$redis->get('key');
$redis->get('key');
var_dump($server->calls('get') - $calls);
$redis->unwatch();
// What was read beside the memory is forgotten there: it may be newer.
$redis->get('key');
$redis->get('key');
var_dump($server->calls('get') - $calls);

// Scripts and raw commands.
$redis->eval("redis.call('SET', KEYS[1], ARGV[1])", ['key', 'four'], 1);
var_dump($redis->get('key'));
$redis->rawcommand('SET', 'key', 'five');
var_dump($redis->get('key'));
$redis->rename('key', 'renamed');
var_dump($redis->get('key'), $redis->get('renamed'));
$redis->discard();
$redis->multi()->set('renamed', 'six')->discard();
var_dump($redis->get('renamed'));
?>
--EXPECTF--
array(2) {
  [0]=>
  bool(true)
  [1]=>
  string(3) "two"
}
string(3) "two"
array(3) {
  [0]=>
  bool(true)
  [1]=>
  string(5) "three"
  [2]=>
  int(1)
}
string(5) "three"
string(1) "v"
string(1) "w"
int(2)
int(3)
string(4) "four"
string(4) "five"
bool(false)
string(4) "five"
string(4) "five"
