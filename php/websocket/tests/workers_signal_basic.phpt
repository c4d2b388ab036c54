--TEST--
Workers: SIGTERM and SIGINT to the process that supervises them end all in order
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
foreach ([SIGTERM, SIGINT] as $signal) {
    $server = serve_workers(3, fn (WebSocket\Server $server) => on_message($server));
    $clients = open_clients($server, 6);
    $server->signal($signal);
    foreach ($clients as $client) {
        echo $client->rest(), "\n";
    }
    $server->wait();
    try {
        RawClient::connect($server->address);
        echo "somebody listens\n";
    } catch (RuntimeException $refused) {
        echo "nobody listens\n";
    }
}
?>
--EXPECT--
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
server: run() has returned
exit status 0
nobody listens
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
close: 1001 The server is going away., end
server: run() has returned
exit status 0
nobody listens
