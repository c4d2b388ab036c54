--TEST--
Server: a handler may replace itself, and let go of everything
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $number = 0;
    $next = function ($connection) use (&$next, &$number, $server) {
        $connection->send('handler ' . ++$number);
        $server->onMessage(function ($connection) use (&$next) { $next($connection); });
        gc_collect_cycles();
    };
    $server->onMessage($next);
    $server->onOpen(fn () => $server->onOpen(fn ($connection) => $connection->send('second onOpen')));
});
$client = RawClient::open($server->address);
for ($i = 0; $i < 3; $i++) {
    echo $client->text('x')->next(), "\n";
}
echo RawClient::open($server->address)->next(), "\n";
$server->stop();
attempt(fn () => (new WebSocket\Server())->onMessage('strlen'));
attempt(fn () => (new WebSocket\Server())->onMessage(null));
attempt(fn () => (new WebSocket\Server())->onMessage());
?>
--EXPECT--
text: handler 1
text: handler 2
text: handler 3
text: second onOpen
server: run() has returned
exit status 0
TypeError: WebSocket\Server::onMessage(): Argument #1 ($handler) must be of type Closure, string given
TypeError: WebSocket\Server::onMessage(): Argument #1 ($handler) must be of type Closure, null given
ArgumentCountError: WebSocket\Server::onMessage() expects exactly 1 argument, 0 given
