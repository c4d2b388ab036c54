--TEST--
A sentinel tells of primaries, and has them replaced
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;
use Baton\RedisSentinel;

/** Servers on free ports, all of which end with the test. */
$folder = sys_get_temp_dir() . '/baton_cache_sentinel_' . bin2hex(random_bytes(6));
mkdir($folder);
$processes = [];
register_shutdown_function(function () use ($folder, &$processes) {
    foreach ($processes as $process) {
        proc_terminate($process, 9);
        while (proc_get_status($process)['running']) {
            usleep(2000);
        }
    }
    array_map('unlink', glob("$folder/*"));
    rmdir($folder);
});
function port(): int
{
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    return (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
}
$start = function (int $port, string ...$options) use ($folder, &$processes): void {
    $processes[] = proc_open([getenv('BATON_REDIS_SERVER') ?: 'redis-server', ...$options, '--port', (string) $port, '--bind', '127.0.0.1', '--logfile', "$folder/$port.log"], [], $pipes);
    until(fn () => @fsockopen('127.0.0.1', $port) !== false);
};
[$first, $second, $watching] = [port(), port(), port()];
$start($first, '--save', '', '--dir', $folder);
$start($second, '--save', '', '--dir', $folder, '--replicaof', "127.0.0.1 $first", '--repl-diskless-sync-delay', '0');
$replica = new Redis(['host' => '127.0.0.1', 'port' => $second]);
for ($i = 0; $i < 10 && !until(fn () => $replica->role()[3] === 'connected'); $i++);
file_put_contents("$folder/sentinel.conf", "dir $folder\nsentinel monitor mine 127.0.0.1 $first 1\nsentinel down-after-milliseconds mine 5000\n"
    . "sentinel failover-timeout mine 5000\n");
$start($watching, "$folder/sentinel.conf", '--sentinel');

$sentinel = new RedisSentinel(['host' => '127.0.0.1', 'port' => $watching, 'connectTimeout' => 2.5, 'readTimeout' => 2.5, 'persistent' => null]);
var_dump($sentinel->ping(), $sentinel->getMasterAddrByName('mine') === ['127.0.0.1', (string) $first]);
var_dump($sentinel->getPrimaryAddrByName('none'), $sentinel->master('none'), $sentinel->getLastError());
var_dump($sentinel->master('mine')['port'] === (string) $first, $sentinel->primary('mine')['name'], array_column($sentinel->masters(), 'name'), count($sentinel->primaries()));
var_dump(strlen($sentinel->myid()), $sentinel->ckquorum('mine'), $sentinel->flushconfig(), $sentinel->sentinels('mine'), $sentinel->reset('none*'));

// As Relay and older PhpRedis have it.
$other = new RedisSentinel('127.0.0.1', $watching, 1, null, 100);
var_dump(until(fn () => array_column($other->slaves('mine'), 'port') === [(string) $second]));
for ($i = 0; $i < 100 && !$other->failover('mine'); $i++) {
    usleep(100_000); // it asks its servers each second
}
for ($i = 0; $i < 10 && !until(fn () => $sentinel->getMasterAddrByName('mine') === ['127.0.0.1', (string) $second]); $i++);
var_dump($sentinel->getMasterAddrByName('mine') === ['127.0.0.1', (string) $second]);
for ($i = 0; $i < 10 && !until(fn () => $replica->role()[0] === 'master'); $i++);
var_dump($replica->set('key', 'value'));

try {
    (new RedisSentinel(['host' => '127.0.0.1', 'port' => 1]))->ping();
} catch (Baton\RedisException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
string(33) "ERR No such master with that name"
bool(true)
string(4) "mine"
array(1) {
  [0]=>
  string(4) "mine"
}
int(1)
int(40)
bool(true)
bool(true)
array(0) {
}
int(0)
bool(true)
bool(true)
bool(true)
Redis server 127.0.0.1:1 went away: Connection refused (127.0.0.1:1)
