--TEST--
Server: broadcast() and publish() close who has no room with 1013
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onOpen(fn ($connection) => $connection->subscribe('all'));
    $server->onMessage(function ($connection, $payload) use ($server, $say) {
        for ($i = 0; count($server) > 1 && $i < 100; $i++) {
            $payload === 'broadcast' ? $server->broadcast(str_repeat('x', 1 << 20)) : $server->publish('all', str_repeat('x', 1 << 20), except: $connection);
            $server->stats();
        }
        $connection->send('done');
    });
}, ['maxQueuedBytes' => 150 << 20, 'closeTimeoutMs' => 5000]);
$server->stop();
?>
--EXPECT--
server: run() has returned
exit status 0
