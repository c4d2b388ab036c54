--TEST--
Server: an exception in onDrain closes the connection with 1011
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onError(fn (Throwable $thrown) => $say($thrown->getMessage()));
    $server->onMessage(function ($connection, $payload) {
        // More than socket buffers take, so that there is something to drain.
        $connection->send($payload === 'fill' ? str_repeat('x', 15_000_000) : $payload);
    });
    $server->onDrain(fn () => throw new RuntimeException('boom in onDrain'));
});
$other = RawClient::open($server->address);
$client = RawClient::open($server->address);
echo $client->text('fill')->rest(), "\n";
$server->show();
echo $other->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
text: 15000000 bytes, close: 1011 A handler failed., end
server: boom in onDrain
text: still here
server: run() has returned
exit status 0
