--TEST--
Keys that the settings leave out are not kept; connections are kept for the next object
--EXTENSIONS--
baton_cache
--INI--
baton_cache.allow="user:* page:? barrier"
baton_cache.ignore=user:0*
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
foreach (['user:1', 'user:01', 'page:1', 'page:12', 'x'] as $key) {
    $redis->set($key, 1);
    settle($redis, $server->client(false));
    $redis->get($key);
    $calls = $server->calls('get');
    $redis->get($key);
    echo $key, ' ', $server->calls('get') - $calls, "\n";
}
// The next object finds what this one has read, as the connection lives on.
$redis->get('user:1');
unset($redis);
$calls = $server->calls('get');
$redis = $server->client();
$redis->get('user:1');
var_dump($server->calls('get') - $calls);
// One that has told the server its name is closed with its object.
$redis->client('setname', 'me');
unset($redis);
$redis = $server->client();
var_dump($redis->client('getname'));
?>
--EXPECT--
user:1 0
user:01 1
page:1 0
page:12 1
x 1
int(0)
bool(false)
