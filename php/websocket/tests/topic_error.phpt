--TEST--
Server: publish() and subscribe() refuse what they cannot do
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection) use ($server) {
        attempt(fn () => $server->publish('topic', "\xff"));
        attempt(fn () => $server->publish('topic', 'x', WebSocket\MessageType::Ping));
        attempt(fn () => $server->publish('topic', 'x', WebSocket\MessageType::Text, $server));
        attempt(fn () => $server->publish('topic'));
        attempt(fn () => $server->publish('', 'x'));
        for ($i = 0; $i < 10_000; $i++) {
            $connection->subscribe("$i");
        }
        attempt(fn () => $connection->subscribe('one more'));
        attempt(fn () => $connection->subscribe('17'));
        $connection->send((string) count($connection->getTopics()));
    });
});
echo RawClient::open($server->address)->text('x')->next(), "\n";
$server->stop();
var_dump((new WebSocket\Server())->publish('topic', 'x'), (new WebSocket\Server())->broadcast('x'));
?>
--EXPECT--
text: 10000
server: ValueError: WebSocket\Server::publish(): Argument #2 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Server::publish(): Argument #3 ($type) must be MessageType::Text or MessageType::Binary
server: TypeError: WebSocket\Server::publish(): Argument #4 ($except) must be of type ?WebSocket\Connection, WebSocket\Server given
server: ArgumentCountError: WebSocket\Server::publish() expects at least 2 arguments, 1 given
server: ValueError: WebSocket\Server::publish(): Argument #1 ($topic) must have 1 to 255 bytes, 0 given
server: Error: One connection joins at most 10000 topics
server: nothing thrown
server: run() has returned
exit status 0
int(0)
int(0)
