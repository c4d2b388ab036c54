--TEST--
Without memory the client works, and keeps nothing
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=0
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;
use Baton\Table;

$server = new Server;
$redis = $server->client();
var_dump($redis->set('key', 'value'), $redis->get('key'), $redis->get('key'), $server->calls('get'), $redis->isTracked('key'));
var_dump(Table::set('key', 1), Table::get('key'), Table::getOrSet('key', fn () => 'built'), Table::count(), Table::increment('n'), Table::getMultiple(['a'], 'none'));
var_dump(Redis::maxMemory(), Redis::flushMemory(), Redis::stats()['stats']['hits']);

// No room for so much: it is said once, and PHP starts.
$command = ['prlimit', '--as=' . (4 << 30), PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'extension=' . ini_get('extension_dir') . '/baton_cache.so', '-d', 'baton_cache.maxmemory=32G',
    '-r', 'var_dump(Baton\Table::set("a", 1));'];
$process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
echo preg_replace('/\(os error.*?\)/', '(…)', stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]));
?>
--EXPECTF--
bool(true)
string(5) "value"
string(5) "value"
int(2)
bool(false)
bool(false)
NULL
string(5) "built"
int(0)
bool(false)
array(1) {
  ["a"]=>
  string(4) "none"
}
int(0)
bool(false)
int(0)
%Abaton_cache runs without shared memory: %s
bool(false)
