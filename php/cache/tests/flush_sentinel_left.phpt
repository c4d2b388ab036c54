--TEST--
Keys that say which database was flushed do not stay behind: of a program that ends while the server owes an answer, nor of a lost connection
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/hostile_server.inc';
require __DIR__ . '/alone.inc';

/**
 * The keys of a server that stand after a program, by what the server does once one was stored: it owes the answer to the next question, or
 * closes the connection, once.
 */
function left(string $does): array
{
    $folder = temporary_folder();
    $stored = $owed = $done = false;
    $socket = hostile_server(function (array $command) use ($folder, $does, &$stored, &$owed, &$done): ?string {
        $word = strtoupper($command[0]);
        if ($word === 'SET') {
            $stored = true;
            touch("$folder/key:$command[1]");
        } elseif ($word === 'DEL') {
            @unlink("$folder/key:$command[1]");
            touch("$folder/removed");
        } elseif ($stored && !$done && [$word, $command[1] ?? ''] === ['INFO', 'commandstats']) {
            $done = true;
            touch("$folder/done");
            return $does === 'owes' ? '' : null;
        }
        return match ($word) {
            'SET', 'SELECT', 'CLIENT' => believable($command) ?? "+OK\r\n",
            'DEL', 'EXISTS', 'EXPIRE' => ":1\r\n",
            'GET' => "$-1\r\n",
            'INFO' => believable($command) ?? bulk("role:master\r\nmaster_replid:ab12\r\n"),
            default => believable($command) ?? "-ERR unknown command\r\n",
        };
    });
    // It reads again and again, so that the tracker has something to track.
    $program = '[, $socket, $file] = $argv; $redis = new Baton\Redis; $redis->connect($socket);'
        . 'for ($i = 0; $i < 3000 && !file_exists($file); $i++) { clearstatcache(); $redis->get("key"); usleep(10000); } echo file_exists($file) ? "seen" : "not seen";';
    $awaited = $does === 'owes' ? "$folder/done" : "$folder/removed";
    echo $does, ': ', alone(['baton_cache.tracking=broadcast', 'baton_cache.flush_sentinel=baton:flush'], ['-r', $program, '--', $socket, $awaited]);
    for ($i = 0; $i < 1000 && glob("$folder/key:*"); $i++) {
        usleep(10_000);
    }
    return glob("$folder/key:*");
}

var_dump(count(left('owes')), count(left('closes')));
?>
--EXPECT--
owes: seen
closes: seen
int(0)
int(0)
