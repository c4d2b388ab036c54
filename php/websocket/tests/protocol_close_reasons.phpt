--TEST--
Server: onClose hears how a connection ended, whoever ended it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onMessage(function ($connection, $payload) {
        match ($payload) {
            'close' => $connection->close(),
            'close 4001' => $connection->close(4001, 'go away'),
            'terminate' => $connection->terminate(),
        };
    });
});
$client = RawClient::open($server->address);
echo 'server closes: ', $client->text('close')->next(), ', ', $client->close()->rest(), "\n";
$server->show();
$client = RawClient::open($server->address);
echo 'server closes with a code: ', $client->text('close 4001')->next(), ', ', $client->close(4001)->rest(), "\n";
$server->show();
$client = RawClient::open($server->address);
echo 'both at once: ', $client->text('close 4001')->close(4002, 'I too')->rest(), "\n";
$server->show();
$client = RawClient::open($server->address);
echo 'no answer: ', $client->text('close')->rest(), "\n";
$server->show();
$client = RawClient::open($server->address);
echo 'server terminates: ', in_array($client->text('terminate')->next(), ['end', 'reset'], true) ? 'gone' : 'not gone', "\n";
$server->show();
$client = RawClient::open($server->address);
$client->drop();
echo "client is gone\n";
$server->show();
$server->stop();
?>
--EXPECT--
server closes: close: 1000, end
server: closed: 1000 (clean)
server closes with a code: close: 4001 go away, end
server: closed: 4001 (clean)
both at once: close: 4001 go away, end
server: closed: 4002 I too (clean)
no answer: close: 1000, end
server: closed: 1006 No close frame came. (not clean)
server terminates: gone
server: closed: 1006 (not clean)
client is gone
server: closed: 1006 (not clean)
server: run() has returned
exit status 0
