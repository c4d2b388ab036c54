--TEST--
Workers: they end by themselves when the process that supervises them was killed
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(3, fn (WebSocket\Server $server) => on_message($server));
$clients = open_clients($server, 3);
$server->signal(SIGKILL);
foreach ($clients as $client) {
    echo $client->rest(), "\n";
}
$server->wait(); // until none has the pipe any more
?>
--EXPECT--
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
ended by signal 9
