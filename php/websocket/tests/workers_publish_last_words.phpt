--TEST--
Workers: what one publishes just before it stops comes to the others' clients before they are closed
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
foreach (['stop', 'exit'] as $way) {
    $server = serve_workers(2, function (WebSocket\Server $server, Closure $say) use ($way): void {
        $server->onOpen(fn ($connection) => $connection->subscribe('all'));
        on_message($server);
        $me = null;
        $server->onWorkerStart(function (int $worker) use (&$me, $say): void {
            $me = $worker;
            $say("begun $worker");
        });
        $server->onSignal(SIGUSR1, function () use ($server, &$me, $way): void {
            if ($me === 1) {
                $server->publish('all', str_repeat('last words ', 10_000));
                $way === 'stop' ? $server->stop() : exit(0);
            }
        });
    });
    $clients = open_clients($server, 2);
    // Worker 1 is left without clients, so that nothing delays its end.
    echo $clients['1.1']->close()->rest(), "\n";
    $server->signal(SIGUSR1);
    echo $way, ': ', $clients['0.1']->rest(), "\n";
    $server->wait();
}
?>
--EXPECT--
close: 1000, end
stop: text: 110000 bytes, close: 1001 The server is going away., end
server: run() has returned
exit status 0
close: 1000, end
exit: text: 110000 bytes, close: 1001 The server is going away., end
server: run() has returned
exit status 0
