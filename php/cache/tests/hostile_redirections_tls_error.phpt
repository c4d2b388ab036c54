--TEST--
A cluster over TLS is not sent on to a node whose certificate is not trusted: it is told nothing
--EXTENSIONS--
baton_cache
openssl
pcntl
--SKIPIF--
<?php
require __DIR__ . '/redis_skip.inc';
if (trim((string) shell_exec('command -v openssl')) === '') die('skip the program openssl is not there');
?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/hostile_server.inc';
use Baton\RedisCluster;

$folder = temporary_folder();
/** A node with a certificate of its own, in a process of its own; its port. */
$node = function (string $name, Closure $answer) use ($folder): int {
    $file = "$folder/$name";
    shell_exec("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        . " -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout $file.key -out $file.pem 2>/dev/null");
    $context = stream_context_create(['ssl' => ['local_cert' => "$file.pem", 'local_pk' => "$file.key"]]);
    $entrance = stream_socket_server('tls://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    $port = (int) substr(strrchr(stream_socket_get_name($entrance, false), ':'), 1);
    if (($child = pcntl_fork()) === 0) {
        serve_hostile($entrance, fn (array $command) => $answer($command, $port));
    }
    fclose($entrance);
    $owner = getmypid();
    register_shutdown_function(fn () => getmypid() === $owner && shell_exec("kill -9 $child"));
    return $port;
};
$stranger = $node('stranger', function (array $command) use ($folder): string {
    file_put_contents("$folder/heard", implode(' ', $command) . "\n", FILE_APPEND);
    return strtoupper($command[0]) === 'GET' ? bulk('of a stranger') : "+OK\r\n";
});
/** All slots are its own, but each key is elsewhere. */
$first = $node('first', fn (array $command, int $port): string => match (strtoupper($command[0])) {
    'AUTH', 'ASKING' => "+OK\r\n",
    'CLUSTER' => "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n" . bulk('127.0.0.1') . ":$port\r\n",
    'GET' => "-$command[1] 1 127.0.0.1:$stranger\r\n",
    default => "-ERR unknown command\r\n",
});

foreach ([['cafile' => "$folder/first.pem"], ['verify_peer' => false, 'verify_peer_name' => false]] as $trust) {
    foreach (['MOVED', 'ASK'] as $way) {
        $cluster = new RedisCluster(null, ["127.0.0.1:$first"], 2, 2, false, 'secret', $trust);
        $cluster->setOption(RedisCluster::OPT_USE_CACHE, false);
        try {
            $got = var_export($cluster->get($way), true);
        } catch (Baton\RedisClusterException $exception) {
            $got = get_class($exception);
        }
        echo "$way: $got, heard: ", implode(', ', @file("$folder/heard", FILE_IGNORE_NEW_LINES) ?: ['nothing']), "\n";
        @unlink("$folder/heard");
    }
}
?>
--EXPECT--
MOVED: Baton\RedisClusterException, heard: nothing
ASK: Baton\RedisClusterException, heard: nothing
MOVED: 'of a stranger', heard: AUTH secret, GET MOVED
ASK: 'of a stranger', heard: AUTH secret, ASKING, GET ASK
