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
        attempt(fn () => $server->broadcast('x', except: $connection));
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
x
