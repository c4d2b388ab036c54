--TEST--
Server: 100,000 messages without growth
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $count = 0;
    $server->onMessage(function ($connection, $payload, $type) use (&$count, $say) {
        $connection->send($payload, $type);
        if (++$count % 20_000 === 0) {
            $say((string) memory_get_usage());
        }
    });
});
$client = RawClient::open($server->address);
$batch = str_repeat(RawClient::frame(TEXT, str_repeat('x', 64)) . RawClient::frame(BINARY, str_repeat('y', 64)), 500);
$answer = 1000 * 66;
$before = null;
$php = [];
for ($i = 0; $i < 100; $i++) {
    $client->write($batch);
    for ($left = $answer; $left > 0; $left -= strlen($bytes)) {
        $bytes = fread($client->stream, $left);
        if ($bytes === false || $bytes === '') {
            echo "lost after $i batches\n";
            break 2;
        }
    }
    if ($i === 19) {
        $before = $server->memory();
    }
    if ($i % 20 === 19) {
        $php[] = (int) $server->line();
    }
}
echo max($php) - min($php) < 10_000 ? 'PHP uses no more' : json_encode($php), "\n";
echo $server->memory() - $before < 1024 ? 'the process has not grown' : 'it has grown by ' . ($server->memory() - $before) . ' KiB', "\n";
$server->stop();
?>
--EXPECT--
PHP uses no more
the process has not grown
server: run() has returned
exit status 0
