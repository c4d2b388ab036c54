--TEST--
Server: broadcast() refuses what it cannot send, and whoever is no connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection) use ($server) {
        attempt(fn () => $server->broadcast("\xff"));
        attempt(fn () => $server->broadcast('x', WebSocket\MessageType::Ping));
        attempt(fn () => $server->broadcast('x', WebSocket\MessageType::Close));
        attempt(fn () => $server->broadcast('x', except: [$server]));
        attempt(fn () => $server->broadcast('x', except: [$connection, 1]));
        attempt(fn () => $server->broadcast('x', except: 'me'));
        attempt(fn () => $server->broadcast('x', except: new ArrayIterator([null])));
        attempt(fn () => $server->broadcast('x', except: (function () { throw new LogicException('from the generator'); yield 1; })()));
        $connection->send('nothing else came');
    });
});
echo RawClient::open($server->address)->text('x')->next(), "\n";
$server->stop();
?>
--EXPECT--
text: nothing else came
server: ValueError: WebSocket\Server::broadcast(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Server::broadcast(): Argument #2 ($type) must be MessageType::Text or MessageType::Binary
server: ValueError: WebSocket\Server::broadcast(): Argument #2 ($type) must be MessageType::Text or MessageType::Binary
server: TypeError: WebSocket\Server::broadcast(): Argument #3 ($except) must give WebSocket\Connection objects alone, WebSocket\Server given
server: TypeError: WebSocket\Server::broadcast(): Argument #3 ($except) must give WebSocket\Connection objects alone, int given
server: TypeError: WebSocket\Server::broadcast(): Argument #3 ($except) must be of type Traversable|array|null, string given
server: TypeError: WebSocket\Server::broadcast(): Argument #3 ($except) must give WebSocket\Connection objects alone, null given
server: LogicException: from the generator
server: run() has returned
exit status 0
