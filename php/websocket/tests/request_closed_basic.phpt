--TEST--
Connection: its request is there after the end, if it was kept
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach ([true, false] as $keep) {
    $server = serve(function (WebSocket\Server $server, Closure $say): void {
        $held = null;
        $server->onClose(function ($connection) use (&$held, $say, $server) {
            $held = $connection;
            $server->after(0, function () use (&$held, $say) {
                foreach (['request', 'id', 'remoteAddress', 'subprotocol', 'bufferedAmount', 'idleMs', 'data'] as $name) {
                    try {
                        $value = $held->$name;
                        $say("$name: " . match ($name) { 'request' => $value->path, 'remoteAddress' => substr($value, 0, 10), default => json_encode($value) });
                    } catch (Error $error) {
                        $say("$name: " . $error->getMessage());
                    }
                }
                $say('isset: ' . json_encode(isset($held->request)));
                $say('isOpen: ' . json_encode($held->isOpen()));
                $say('getTopics: ' . json_encode($held->getTopics()));
                $say('trySend: ' . json_encode($held->trySend('x')));
                $say('unsubscribe: ' . json_encode($held->unsubscribe('x')));
                foreach (['send', 'sendText', 'sendBinary', 'ping', 'subscribe'] as $method) {
                    try {
                        $held->$method('x');
                    } catch (Error $error) {
                        $say("$method: " . $error->getMessage());
                    }
                }
                $held->close();
                $held->terminate();
                $held->pause();
                $held->resume();
                $held->data = ['changed'];
            });
        });
    }, ['keepRequest' => $keep]);
    RawClient::open($server->address, [], '/kept')->close()->rest();
    $server->show(16);
    $server->stop();
}
?>
--EXPECT--
server: request: /kept
server: id: "0.1"
server: remoteAddress: 127.0.0.1:
server: subprotocol: null
server: bufferedAmount: 0
server: idleMs: 0
server: data: null
server: isset: true
server: isOpen: false
server: getTopics: []
server: trySend: false
server: unsubscribe: false
server: send: The connection is closed
server: sendText: The connection is closed
server: sendBinary: The connection is closed
server: ping: The connection is closed
server: subscribe: The connection is closed
server: run() has returned
exit status 0
server: request: The request of this connection is gone: ServerOptions::$keepRequest is false, or the connection was closed before it was first read
server: id: "0.1"
server: remoteAddress: 127.0.0.1:
server: subprotocol: null
server: bufferedAmount: 0
server: idleMs: 0
server: data: null
server: isset: false
server: isOpen: false
server: getTopics: []
server: trySend: false
server: unsubscribe: false
server: send: The connection is closed
server: sendText: The connection is closed
server: sendBinary: The connection is closed
server: ping: The connection is closed
server: subscribe: The connection is closed
server: run() has returned
exit status 0
