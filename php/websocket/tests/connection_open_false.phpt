--TEST--
Server: onOpen that returns false closes with 1008, whether it takes the connection or not
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach ([fn () => false, fn ($connection) => false, fn (...$all) => false, fn () => 0, fn ($connection) => null] as $handler) {
    $server = serve(function (WebSocket\Server $server, Closure $say) use ($handler): void {
        say_closes($server, $say);
        $server->onOpen($handler);
        $server->onMessage(fn ($connection, $payload) => $connection->send($payload));
    });
    $client = RawClient::open($server->address);
    echo $client->text('hello')->next(), "\n";
    $client->close(1008)->rest();
    $server->stop();
}
?>
--EXPECT--
close: 1008 Not admitted.
server: closed: 1008 (clean)
server: run() has returned
exit status 0
close: 1008 Not admitted.
server: closed: 1008 (clean)
server: run() has returned
exit status 0
close: 1008 Not admitted.
server: closed: 1008 (clean)
server: run() has returned
exit status 0
text: hello
server: closed: 1008 (clean)
server: run() has returned
exit status 0
text: hello
server: closed: 1008 (clean)
server: run() has returned
exit status 0
