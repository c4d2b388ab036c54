--TEST--
Connection: isset() of a request that was not kept is false
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection) use ($say) {
        $say(json_encode([isset($connection->request), isset($connection->id), isset($connection->data), isset($connection->other), isset($connection->subprotocol), empty($connection->bufferedAmount)]));
        attempt(fn () => $connection->request);
        attempt(fn () => $connection->other);
    });
}, ['keepRequest' => false]);
$client = RawClient::open($server->address)->text('x');
$server->show(4);
$server->stop();
?>
--EXPECTF--
server: [false,true,false,false,false,true]
server: Error: The request of this connection is gone: ServerOptions::$keepRequest is false, or the connection was closed before it was first read
server: Warning: Undefined property: WebSocket\Connection::$other in %s on line %d
server: nothing thrown
server: run() has returned
exit status 0
