--TEST--
Server: a signal while it is busy drains too, and nothing that was asked for is lost
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection, $payload) use ($say) {
        $say('busy');
        $until = hrtime(true) + 50_000_000;
        while (hrtime(true) < $until);
        $connection->send("answer to $payload");
    });
}, ['closeTimeoutMs' => 5000]);
$client = RawClient::open($server->address);
$client->text('one');
echo $server->line(), "\n";
$server->signal(SIGTERM);
echo $client->next(), ', ', $client->next(), ', ', $client->close(1001)->rest(), "\n";
$server->wait();
?>
--EXPECT--
busy
text: answer to one, close: 1001 The server is going away., end
server: run() has returned
exit status 0
