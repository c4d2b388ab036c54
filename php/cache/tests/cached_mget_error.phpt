--TEST--
An MGET that is answered with more or fewer values than it asked for fails, and nothing of it is taken for the next reply
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;

/* Stands before a server. MGET of "more" and others is answered with one value more than the server says, of "fewer" with one less, and
 * of "none" with none. */
$folder = temporary_folder();
$code = <<<'PHP'
    $entrance = stream_socket_server('unix://' . $argv[1]);
    $others = [];
    $wrongs = [];
    while (true) {
        $readable = [$entrance, ...array_column($others, 0)];
        $none = null;
        stream_select($readable, $none, $none, 3600);
        foreach ($readable as $from) {
            if ($from === $entrance) {
                $client = stream_socket_accept($entrance);
                $server = stream_socket_client('unix://' . $argv[2]);
                $others[(int) $client] = [$client, $server];
                $others[(int) $server] = [$server, $client];
                continue;
            }
            $to = $others[(int) $from][1] ?? null;
            if ($to === null) {
                continue;
            }
            $bytes = fread($from, 65536);
            if ($bytes === '') {
                unset($others[(int) $from], $others[(int) $to]);
                fclose($from);
                fclose($to);
                continue;
            }
            if (preg_match('/MGET\r\n.*(more|fewer|none)/s', $bytes, $found)) {
                $wrongs[(int) $to] = $found[1];
            }
            if (isset($wrongs[(int) $from]) && preg_match('/\*\d+\r\n/', $bytes)) {
                $bytes = preg_replace_callback('/\*(\d+)\r\n((?:\$1\r\nv\r\n)+)$/', fn ($list) => match ($wrongs[(int) $from]) {
                    'more' => '*' . ($list[1] + 1) . "\r\n$list[2]" . '$1' . "\r\nv\r\n",
                    'fewer' => '*' . ($list[1] - 1) . "\r\n" . substr($list[2], 7),
                    'none' => "*0\r\n",
                }, $bytes);
                unset($wrongs[(int) $from]);
            }
            fwrite($to, $bytes);
        }
    }
    PHP;
$plain = redis_client();
run_beside([PHP_BINARY, '-n', '-r', $code, '--', "$folder/socket", $plain->getHost()], $folder);
await_socket("$folder/socket");
$redis = new Redis;
$redis->connect("$folder/socket");

foreach (['a', 'b', 'more', 'more:2', 'fewer', 'fewer:2', 'none', 'none:2'] as $key) {
    $plain->set($key, 'v');
}
$plain->set('other', 'another');
show($redis->mget(['a', 'b']), $redis->isTracked('b'));
foreach (['more', 'fewer', 'none'] as $wrong) {
    // What is known is not asked for, nor twice what stands there twice; a lost connection takes along what was known.
    thrown(fn () => $redis->mget(['a', $wrong, "$wrong:2", $wrong, 'b']));
    show($redis->get('other'), $redis->get("$wrong:2"), $redis->mget(['other', 'a', $wrong === 'none' ? 'b' : 'nothing']));
}
?>
--EXPECT--
["v","v"]
true
Baton\RedisException: protocol error, MGET of 2 keys was answered with 3 values
"another"
"v"
["another","v",false]
Baton\RedisException: protocol error, MGET of 3 keys was answered with 2 values
"another"
"v"
["another","v",false]
Baton\RedisException: protocol error, MGET of 3 keys was answered with 0 values
"another"
"v"
["another","v","v"]
