--TEST--
Workers: connections are spread evenly, and their ids say whose they are
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(3, fn (WebSocket\Server $server) => on_message($server, function ($connection, $payload) use ($server): void {
    $connection->send(count($server) . ' of ' . implode(' ', array_map(fn ($one) => $one->id, $server->getConnections())));
}));
$clients = open_clients($server, 12);
echo implode(' ', array_keys($clients)), "\n";
foreach (['0.1', '1.2', '2.4'] as $id) {
    $words = explode(' ', $clients[$id]->text('who')->next());
    sort($words, SORT_NATURAL);
    echo implode(' ', $words), "\n";
}
$server->stop();
?>
--EXPECT--
0.1 0.2 0.3 0.4 1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4
0.1 0.2 0.3 0.4 4 of text:
1.1 1.2 1.3 1.4 4 of text:
2.1 2.2 2.3 2.4 4 of text:
server: run() has returned
exit status 0
