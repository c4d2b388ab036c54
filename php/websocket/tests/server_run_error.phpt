--TEST--
Server: run() within run(), poll() within a handler, run() without an address
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection) use ($server) {
        attempt(fn () => $server->run());
        attempt(fn () => $server->poll());
        attempt(fn () => $server->listen('127.0.0.1'));
        attempt(fn () => $server->subprotocols('x'));
        $connection->send('fine');
    });
});
echo RawClient::open($server->address)->text('x')->next(), "\n";
$server->stop();
attempt(fn () => (new WebSocket\Server())->run());
attempt(fn () => (new WebSocket\Server())->poll());
attempt(fn () => (new WebSocket\Server())->getStream());
(new WebSocket\Server())->stop();
attempt(fn () => (new WebSocket\Server())->run(1));
?>
--EXPECT--
text: fine
server: Error: The server runs already
server: Error: poll() cannot be called from inside of a handler
server: Error: The server runs already: listen() comes before run() and poll()
server: Error: The server runs already: subprotocols() comes before run() and poll()
server: run() has returned
exit status 0
Error: Nothing is listened to: call listen() first
Error: Nothing is listened to: call listen() first
Error: Nothing is listened to: call listen() first
ArgumentCountError: WebSocket\Server::run() expects exactly 0 arguments, 1 given
