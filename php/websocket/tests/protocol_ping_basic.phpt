--TEST--
Server: pings are answered at once, and onPing and onPong hear of them
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onPing(fn ($connection, $payload) => $say("ping '$payload'"));
    $server->onPong(fn ($connection, $payload) => $say("pong '$payload'"));
    $server->onMessage(function ($connection, $payload) {
        $connection->ping($payload);
        $connection->send('sent', WebSocket\MessageType::Pong);
        $connection->send('sent too', WebSocket\MessageType::Ping);
    });
});
$client = RawClient::open($server->address);
echo $client->send(PING, '')->next(), "\n";
echo $client->send(PING, str_repeat('x', 125))->next(), "\n";
echo $client->text('asked')->next(), "\n", $client->next(), "\n", $client->next(), "\n";
$client->send(PONG, 'asked')->send(PONG, '');
$server->show(4);
$server->stop();
?>
--EXPECT--
pong:
pong: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
ping: asked
pong: sent
ping: sent too
server: ping ''
server: ping 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
server: pong 'asked'
server: pong ''
server: run() has returned
exit status 0
