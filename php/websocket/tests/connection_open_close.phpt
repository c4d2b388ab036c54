--TEST--
Connection: sent and closed within onOpen
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onOpen(function ($connection) use ($say) {
        match ($connection->request->path) {
            '/send' => $connection->send('welcome'),
            '/close' => $connection->close(4001, 'no'),
            '/both' => [$connection->send('welcome'), $connection->close(), $connection->close(4002), $say(json_encode($connection->isOpen())), $say(json_encode($connection->trySend('late')))],
            '/terminate' => [$connection->terminate(), $connection->terminate(), $say(json_encode($connection->isOpen()))],
        };
    });
});
echo RawClient::open($server->address, target: '/send')->close()->rest(), "\n";
$server->show();
echo RawClient::open($server->address, target: '/close')->close(4001)->rest(), "\n";
$server->show();
echo RawClient::open($server->address, target: '/both')->close()->rest(), "\n";
$server->show(3);
$client = RawClient::connect($server->address);
$client->ask(target: '/terminate');
echo in_array($client->next(), ['end', 'reset'], true) ? 'gone' : 'there', "\n";
$server->show(2);
$server->stop();
?>
--EXPECT--
text: welcome, close: 1000, end
server: closed: 1000 (clean)
close: 4001 no, end
server: closed: 4001 (clean)
text: welcome, close: 1000, end
server: false
server: false
server: closed: 1000 (clean)
gone
server: false
server: closed: 1006 (not clean)
server: run() has returned
exit status 0
