--TEST--
Connection: receive() and foreach wait in a Fiber of handle() alone
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onOpen(function ($connection) {
        attempt(fn () => $connection->receive());
        attempt(function () use ($connection) { foreach ($connection as $message); });
        attempt(function () use ($connection) { foreach ($connection as &$message); });
        attempt(fn () => iterator_to_array($connection->getIterator()));
        attempt(fn () => $connection->receive('x'));
    });
});
$client = RawClient::open($server->address);
$server->show(5);
$server->stop();
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->handle(function ($connection) use ($say): void {
        $second = new Fiber(fn () => attempt(fn () => $connection->receive()));
        $third = new Fiber(fn () => $say('a Fiber within: ' . $connection->receive()));
        $third->start();
        $second->start();
        attempt(fn () => $connection->receive());
        $connection->send('ready');
        Fiber::suspend();
    });
});
$client = RawClient::open($server->address);
echo $client->next(), "\n";
$client->text('for the third');
$server->show(3);
$client->close()->rest();
$server->stop();
?>
--EXPECT--
server: Error: Messages can be waited for inside of a handler of Server::handle() alone: elsewhere they come to the handler of onMessage()
server: Error: Messages can be waited for inside of a handler of Server::handle() alone: elsewhere they come to the handler of onMessage()
server: Error: Messages cannot be iterated by reference
server: Error: Messages can be waited for inside of a handler of Server::handle() alone: elsewhere they come to the handler of onMessage()
server: TypeError: WebSocket\Connection::receive(): Argument #1 ($timeoutMs) must be of type ?int, string given
server: run() has returned
exit status 0
text: ready
server: Error: Another Fiber waits for a message of this connection
server: Error: Another Fiber waits for a message of this connection
server: a Fiber within: for the third
server: run() has returned
exit status 0
