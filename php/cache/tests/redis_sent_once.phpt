--TEST--
A write whose answer is lost is not sent again, as it may have been run; a read is
--EXTENSIONS--
baton_cache
pcntl
--FILE--
<?php
use Baton\Redis;

/** A server that takes one command of each connection and hangs up. What it was sent is in the file. */
$folder = sys_get_temp_dir() . '/' . uniqid('sent-once-');
mkdir($folder);
$listener = stream_socket_server("unix://$folder/socket");
$child = pcntl_fork();
if ($child === 0) {
    while ($connection = stream_socket_accept($listener, 20)) {
        file_put_contents("$folder/sent", fread($connection, 8192), FILE_APPEND);
        fclose($connection);
    }
    exit;
}
foreach (['incr', 'set', 'get', 'lPush', 'mset', 'del', 'ttl'] as $method) {
    file_put_contents("$folder/sent", '');
    $redis = new Redis;
    $redis->setOption(Redis::OPT_USE_CACHE, false);
    $redis->connect("$folder/socket");
    $redis->setOption(Redis::OPT_MAX_RETRIES, 3);
    try {
        match ($method) {
            'set', 'lPush' => $redis->$method('key', 'value'),
            'mset' => $redis->mset(['key' => 'value']),
            default => $redis->$method('key'),
        };
    } catch (Baton\RedisException) {
    }
    echo "$method: ", preg_match_all("/\r\n$method\r\n/i", file_get_contents("$folder/sent")), "\n";
}
posix_kill($child, SIGKILL);
pcntl_waitpid($child, $status);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
incr: 1
set: 1
get: 4
lPush: 1
mset: 1
del: 1
ttl: 4
