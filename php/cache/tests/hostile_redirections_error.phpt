--TEST--
A cluster's node is sent on to hosts and ports alone, by the transport that the program chose, and not again to one that has failed
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/hostile_server.inc';
use Baton\RedisCluster;

$folder = temporary_folder();
/* Notes each word that it hears, with the connection's number. */
$witness = hostile_server(function (array $command, int $connection) use ($folder): ?string {
    file_put_contents("$folder/heard", "$connection " . implode(' ', $command) . "\n", FILE_APPEND);
    return null;
});
$other = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($other, false), ':'), 1);
if (($child = pcntl_fork()) === 0) {
    serve_hostile($other, function (array $command, int $connection) use ($folder): ?string {
        file_put_contents("$folder/heard", "$connection " . implode(' ', $command) . "\n", FILE_APPEND);
        return null;
    });
}
register_shutdown_function(fn () => getmypid() !== $child && shell_exec("kill -9 $child"));
fclose($other);
$heard = function () use ($folder): string {
    $lines = @file("$folder/heard", FILE_IGNORE_NEW_LINES) ?: [];
    @unlink("$folder/heard");
    return $lines === [] ? 'nothing' : implode(', ', array_map(fn ($line) => substr($line, strpos($line, ' ') + 1), $lines));
};
$text = function (Throwable $exception) use ($port, $witness): string {
    return get_class($exception) . ': ' . str_replace([(string) $port, $witness], ['PORT', 'SOCKET'], $exception->getMessage());
};

/* The first node, which has all slots, and sends on to what the key says. */
$port_of_first = 0;
$redirect = function (array $command) use (&$port_of_first, $folder): string|array {
    return match (strtoupper($command[0])) {
        'AUTH', 'SELECT', 'READONLY', 'ASKING' => "+OK\r\n",
        'CLUSTER' => "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n" . (@file_get_contents("$folder/node") ?: "$0\r\n\r\n:$port_of_first\r\n"),
        'GET' => '-' . $command[1] . "\r\n",
        default => "-ERR unknown command\r\n",
    };
};
$entrance = stream_socket_server('tcp://127.0.0.1:0');
$port_of_first = (int) substr(strrchr(stream_socket_get_name($entrance, false), ':'), 1);
if (($first = pcntl_fork()) === 0) {
    serve_hostile($entrance, $redirect);
}
register_shutdown_function(fn () => getmypid() !== $first && shell_exec("kill -9 $first"));
fclose($entrance);

foreach (["MOVED 1 $witness:0", "MOVED 1 $witness:1", "MOVED 1 unix://$witness:1", "MOVED 1 tls://127.0.0.1:$port", "MOVED 1 tcp://127.0.0.1:$port", "ASK 1 $witness:7",
    "MOVED 1 127.0.0.1:0", "MOVED 1 127.0.0.1:70000", "MOVED 1 127.0.0.1:x$port", "MOVED 1 user@127.0.0.1:$port", 'MOVED 1', "MOVED 1 a b:$port"] as $answer) {
    $cluster = new RedisCluster(null, ["127.0.0.1:$port_of_first"], 1, 1, false, 'secret');
    $cluster->setOption(RedisCluster::OPT_USE_CACHE, false);
    try {
        $cluster->get($answer);
    } catch (Throwable $exception) {
        echo $text($exception), ' | heard: ', $heard(), "\n";
    }
}
// Nor is one whose map names what is no host.
foreach ([[$witness, 1], ["unix://$witness", 1], ['tls://127.0.0.1', $port], ['tcp://127.0.0.1', $port], ['user@127.0.0.1', $port], ['127.0.0.1', 0], ['127.0.0.1', 70000]] as [$host, $number]) {
    file_put_contents("$folder/node", bulk($host) . ":$number\r\n");
    try {
        (new RedisCluster(null, ["127.0.0.1:$port_of_first"], 1, 1, false, 'secret'))->set('key', 'value');
    } catch (Throwable $exception) {
        echo $text($exception), ' | heard: ', $heard(), "\n";
    }
}
file_put_contents("$folder/node", bulk('127.0.0.1') . ":$port\r\n"); // as it has to be, to see that one is asked
try {
    (new RedisCluster(null, ["127.0.0.1:$port_of_first"], 1, 1, false, 'secret'))->set('key', 'value');
} catch (Throwable $exception) {
    echo get_class($exception), ' | heard: ', strtok($heard(), ','), "\n";
}
unlink("$folder/node");
// A node that fails is asked once in a call, however often it is named.
$cluster = new RedisCluster(null, ["127.0.0.1:$port_of_first"], 1, 1, false, 'secret');
$cluster->setOption(RedisCluster::OPT_USE_CACHE, false);
try {
    $cluster->get("MOVED 1 127.0.0.1:$port");
} catch (Throwable $exception) {
    echo $text($exception), ' | heard: ', $heard(), "\n";
}
?>
--EXPECT--
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 SOCKET:0 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 SOCKET:1 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 unix://SOCKET:1 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 tls://127.0.0.1:PORT | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 tcp://127.0.0.1:PORT | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: ASK 1 SOCKET:7 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 127.0.0.1:0 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 127.0.0.1:70000 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 127.0.0.1:xPORT | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 user@127.0.0.1:PORT | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 | heard: nothing
Baton\RedisClusterException: A node sent the command on to what is no host and port: MOVED 1 a b:PORT | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException: The slot 12539 is not covered by any node in this cluster | heard: nothing
Baton\RedisClusterException | heard: AUTH secret
Baton\RedisClusterException: Timed out attempting to find data in the correct node! | heard: AUTH secret
