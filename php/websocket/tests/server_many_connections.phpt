--TEST--
Server: thousands of connections that come and go leave nothing behind
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $count = 0;
    $server->onOpen(function ($connection) { $connection->data = new ArrayObject([$connection]); $connection->subscribe('all'); });
    $server->onMessage(fn ($connection, $payload) => $connection->send($payload === 'state' ? json_encode([count($server), $server->stats()['topics'], gc_collect_cycles() < 100_000]) : $payload));
    $server->onClose(function ($connection) use (&$count, $say) {
        if (++$count % 500 === 0) {
            gc_collect_cycles();
            $say((string) memory_get_usage());
        }
    });
});
$php = [];
for ($i = 0; $i < 2000; $i++) {
    $client = RawClient::open($server->address);
    $i % 3 === 0 && $client->text('x')->next();
    $i % 3 === 1 ? $client->close() : $client->drop();
    if ($i % 500 === 499) {
        $php[] = (int) $server->line();
    }
}
echo max(array_slice($php, 1)) - min(array_slice($php, 1)) < 20_000 ? 'PHP uses no more' : json_encode($php), "\n";
$client = RawClient::open($server->address);
echo $client->text('state')->next(), "\n";
$server->stop();
?>
--EXPECT--
PHP uses no more
text: [1,1,true]
server: run() has returned
exit status 0
