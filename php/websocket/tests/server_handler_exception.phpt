--TEST--
Server: an exception in a handler closes its connection with 1011, and nothing else
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $fail = fn (string $where) => throw new RuntimeException("boom in $where");
    $server->onError(fn (Throwable $thrown, ?WebSocket\Connection $connection) =>
        $say(get_class($thrown) . ': ' . $thrown->getMessage() . ($connection ? ' of a connection' : '')));
    $server->onOpen(fn ($connection) => $connection->request->path !== '/open' || $fail('onOpen'));
    $server->onMessage(fn ($connection, $payload) => $payload === 'boom' ? $fail('onMessage') : $connection->send($payload));
    $server->onPing(fn ($connection, $payload) => $payload === 'boom' && $fail('onPing'));
    $server->onPong(fn ($connection, $payload) => $payload === 'boom' && $fail('onPong'));
    $server->onClose(fn ($connection, $code) => $code === 4000 && $fail('onClose'));
});
$other = RawClient::open($server->address);
echo RawClient::open($server->address, target: '/open')->rest(), "\n";
$server->show();
foreach ([TEXT => 'onMessage', PING => 'onPing', PONG => 'onPong'] as $opcode => $handler) {
    $client = RawClient::open($server->address);
    echo $handler, ': ', $client->send($opcode, 'boom')->rest(), "\n";
    $server->show();
}
$client = RawClient::open($server->address);
echo 'onClose: ', $client->close(4000)->rest(), "\n";
$server->show();
echo $other->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
close: 1011 A handler failed., end
server: RuntimeException: boom in onOpen of a connection
onMessage: close: 1011 A handler failed., end
server: RuntimeException: boom in onMessage of a connection
onPing: pong: boom, close: 1011 A handler failed., end
server: RuntimeException: boom in onPing of a connection
onPong: close: 1011 A handler failed., end
server: RuntimeException: boom in onPong of a connection
onClose: close: 4000, end
server: RuntimeException: boom in onClose of a connection
text: still here
server: run() has returned
exit status 0
