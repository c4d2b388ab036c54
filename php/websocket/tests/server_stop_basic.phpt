--TEST--
Server: SIGTERM and SIGINT drain: clients are told 1001, what was queued is written, run() returns
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach ([SIGTERM, SIGINT] as $signal) {
    $server = serve_echo(['closeTimeoutMs' => 5000], say_closes(...));
    $clients = [RawClient::open($server->address), RawClient::open($server->address)];
    $http = RawClient::connect($server->address);
    $half = RawClient::connect($server->address);
    $half->write("GET / HT");
    foreach ($clients as $client) {
        $client->text('hello')->next();
    }
    $server->signal($signal);
    foreach ($clients as $client) {
        echo $client->next(), ', ', $client->close(1001)->rest(), "\n";
    }
    $server->wait();
    try {
        RawClient::connect($server->address);
        echo "still accepts\n";
    } catch (RuntimeException $exception) {
        echo "accepts nothing more\n";
    }
}
?>
--EXPECT--
close: 1001 The server is going away., end
close: 1001 The server is going away., end
server: closed: 1001 (clean)
server: closed: 1001 (clean)
server: run() has returned
exit status 0
accepts nothing more
close: 1001 The server is going away., end
close: 1001 The server is going away., end
server: closed: 1001 (clean)
server: closed: 1001 (clean)
server: run() has returned
exit status 0
accepts nothing more
