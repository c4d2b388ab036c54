--TEST--
Published API: what it threw is thrown
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
use WebSocket\{Connection, MessageType, Server};
$server = serve(function (Server $server, Closure $say): void {
    $server->onMessage(function (Connection $connection) use ($server): void {
        attempt(fn () => $connection->send('x', MessageType::Continuation));
        attempt(fn () => $connection->send(str_repeat('x', 126), MessageType::Ping));
        attempt(fn () => $connection->send("\xff"));
        attempt(fn () => $connection->close(1005));
        attempt(fn () => $connection->close(1000, str_repeat('x', 124)));
        attempt(fn () => $connection->close(1000, "\xff"));
        attempt(fn () => $server->subprotocols('late'));
        attempt(fn () => $server->run());
        $connection->close();
        attempt(fn () => $connection->send('x'));
        attempt(fn () => clone $connection);
    });
});
$client = RawClient::open($server->address)->text('x');
$classes = [];
for ($i = 0; $i < 10; $i++) {
    $classes[] = strtok($server->line(), ':');
}
echo implode(' ', $classes), "\n";
$client->close()->rest();
$server->stop();
foreach ([["a\0b", 80], ['127.0.0.1', -1], ['127.0.0.1', 65536]] as [$host, $port]) {
    try {
        (new Server())->listen($host, $port);
    } catch (Throwable $thrown) {
        echo get_class($thrown), ' ';
    }
}
try {
    (new Server())->run();
} catch (Throwable $thrown) {
    echo get_class($thrown), "\n";
}
?>
--EXPECT--
ValueError ValueError ValueError ValueError ValueError ValueError Error Error Error Error
server: run() has returned
exit status 0
ValueError ValueError ValueError Error
