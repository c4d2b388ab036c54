--TEST--
Workers: stop() and exit(0) in one of them end all, and run() returns in the process that called it alone
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
foreach (['stop', 'exit'] as $way) {
    $server = serve_workers(3, function (WebSocket\Server $server, Closure $say): void {
        on_message($server, fn ($connection, $payload) => $payload === 'stop' ? $server->stop() : exit(0));
        $server->onClose(fn ($connection, $code, $reason) => $say("$connection->id closed"));
    });
    $clients = open_clients($server, 3);
    $clients['2.1']->text($way);
    foreach ($clients as $id => $client) {
        echo "$id: ", $client->next(), "\n";
        $client->close(1001)->rest();
    }
    show_sorted($server, $way === 'stop' ? 3 : 2);
    $server->wait();
}
?>
--EXPECT--
0.1: close: 1001 The server is going away.
1.1: close: 1001 The server is going away.
2.1: close: 1001 The server is going away.
server: 0.1 closed
server: 1.1 closed
server: 2.1 closed
server: run() has returned
exit status 0
0.1: close: 1001 The server is going away.
1.1: close: 1001 The server is going away.
2.1: close: 1001 The server is going away.
server: 0.1 closed
server: 1.1 closed
server: run() has returned
exit status 0
