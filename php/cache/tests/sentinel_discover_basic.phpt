--TEST--
A sentinel that cannot be reached is replaced by another one that it has named, where the program wants that
--EXTENSIONS--
baton_cache
pcntl
--FILE--
<?php
use Baton\RedisSentinel;

/** A sentinel that knows one primary and one other sentinel, and answers this many commands; its port. */
function sentinel(string $name, int $other, int $commands): int
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
    if (pcntl_fork() > 0) {
        return $port;
    }
    $map = fn (string ...$words) => '*1' . "\r\n*" . count($words) . "\r\n" . implode('', array_map(fn ($word) => '$' . strlen($word) . "\r\n$word\r\n", $words));
    while ($commands > 0 && $socket = stream_socket_accept($listener, 10)) {
        while ($commands > 0 && ($count = fgets($socket)) !== false) {
            $words = [];
            for ($i = (int) substr($count, 1); $i > 0; $i--) {
                fgets($socket);
                $words[] = trim(fgets($socket));
            }
            fwrite($socket, match ($words[1] ?? $words[0]) {
                'MASTERS' => $map('name', 'mine'),
                'SENTINELS' => $map('ip', '127.0.0.1', 'port', (string) $other),
                'MYID' => '$' . strlen($name) . "\r\n$name\r\n",
                default => "+PONG\r\n",
            });
            $commands--;
        }
    }
    exit;
}

// The first answers MASTERS, SENTINELS and MYID, and is gone.
$second = sentinel('second', 1, 1);
$sentinel = new RedisSentinel(['host' => '127.0.0.1', 'port' => sentinel('first', $second, 3), 'connectTimeout' => 2]);
var_dump($sentinel->setOption(RedisSentinel::OPT_AUTO_DISCOVER, true), $sentinel->getOption(RedisSentinel::OPT_AUTO_DISCOVER), $sentinel->myid());
pcntl_wait($status);
for ($i = 0; $i < 2; $i++) {
    try {
        var_dump($sentinel->myid());
        break;
    } catch (Baton\RedisException) {
        // It was sent before it was known that nobody reads it, and is not sent twice.
    }
}
pcntl_wait($status);
// Nobody is left.
for ($i = 0; $i < 2; $i++) {
    try {
        $sentinel->myid();
    } catch (Baton\RedisException $exception) {
        $message = $exception->getMessage();
    }
}
echo str_contains($message, 'Connection refused') ? "refused\n" : "$message\n";
?>
--EXPECT--
bool(true)
bool(true)
string(5) "first"
string(6) "second"
refused
