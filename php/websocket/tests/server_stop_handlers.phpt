--TEST--
Server: stop() may be called in every handler, and before run()
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach (['onHandshake', 'onRequest', 'onOpen', 'onMessage', 'onPing', 'onPong', 'onClose', 'onDrain', 'onError', 'onWorkerStart', 'tick', 'after', 'onSignal', 'handle'] as $where) {
    $server = serve(function (WebSocket\Server $server, Closure $say) use ($where): void {
        $server->stop();
        $server->onMessage(fn () => $where === 'onError' && throw new Exception());
        match ($where) {
            'tick', 'after' => $server->onMessage(fn () => $server->$where(1, fn () => $server->stop())),
            'onSignal' => $server->onSignal(SIGUSR2, fn () => $server->stop()),
            'onRequest' => $server->onRequest(function () use ($server) { $server->stop(); $server->stop(); return 'stopped'; }),
            'onDrain' => $server->onMessage(fn ($connection) => $connection->send(str_repeat('x', 10_000_000))),
            'handle' => $server->handle(fn ($connection) => $connection->receive() && $server->stop()),
            default => null,
        };
        if (!in_array($where, ['tick', 'after', 'onSignal', 'onRequest', 'onMessage', 'handle'], true)) {
            $server->$where(function () use ($server) { $server->stop(); });
        }
        $where === 'onMessage' && $server->onMessage(fn () => $server->stop());
    }, ['closeTimeoutMs' => 20]);
    echo $where, ': ';
    if ($where === 'onWorkerStart') {
        $server->wait();
        continue;
    }
    $client = RawClient::connect($server->address);
    if ($where === 'onRequest') {
        echo $client->request('GET', '/'), ', ';
    } else {
        echo $client->upgrade(), ', ';
        $client->text('x')->send(PING)->send(PONG);
        $where === 'onClose' && $client->close(4000);
        $where === 'onSignal' && $server->signal(SIGUSR2);
    }
    $answer = preg_replace('/(text: |pong:)[^,]*, /', '', $client->rest());
    echo $answer, "\n";
    $server->wait();
}
?>
--EXPECT--
onHandshake: 503 Service Unavailable, end
server: run() has returned
exit status 0
onRequest: 200 OK: stopped, end
server: run() has returned
exit status 0
onOpen: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onMessage: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onPing: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onPong: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onClose: 101 Switching Protocols, close: 4000, end
server: run() has returned
exit status 0
onDrain: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onError: 101 Switching Protocols, close: 1011 A handler failed., end
server: run() has returned
exit status 0
onWorkerStart: server: run() has returned
exit status 0
tick: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
after: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
onSignal: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
handle: 101 Switching Protocols, close: 1001 The server is going away., end
server: run() has returned
exit status 0
