--TEST--
Server: what onError itself throws is a warning, and the server lives
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onError(fn (Throwable $thrown) => throw new LogicException('boom in onError', 0, $thrown));
    $server->onMessage(fn ($connection, $payload) => $payload === 'boom' ? throw new RuntimeException('boom') : $connection->send($payload));
});
$client = RawClient::open($server->address);
echo $client->text('boom')->rest(), "\n";
echo RawClient::open($server->address)->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECTF--
close: 1011 A handler failed., end
text: still here
server: Warning: Uncaught RuntimeException: boom in %s:%d
%Aserver: Next LogicException: boom in onError in %s:%d
%Aserver: run() has returned
exit status 0
