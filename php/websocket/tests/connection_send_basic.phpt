--TEST--
Connection: everything that can be sent, by every method
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function (WebSocket\Connection $connection): void {
        $connection->send('text');
        $connection->send('binary', WebSocket\MessageType::Binary);
        $connection->send('ping', WebSocket\MessageType::Ping);
        $connection->send('pong', WebSocket\MessageType::Pong);
        $connection->sendText('é');
        $connection->sendBinary("\xff\0");
        $connection->ping();
        $connection->ping('asked');
        $connection->send('');
        $connection->send(str_repeat('x', 125), WebSocket\MessageType::Ping);
        $connection->send(json_encode([$connection->trySend('tried'), $connection->trySend("\xff", WebSocket\MessageType::Binary)]));
    });
});
$client = RawClient::open($server->address)->text('x');
for ($i = 0; $i < 13; $i++) {
    echo $client->next(), "\n";
}
$server->stop();
?>
--EXPECT--
text: text
binary: binary
ping: ping
pong: pong
text: c3a9
binary: ff00
ping:
ping: asked
text:
ping: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
text: tried
binary: ff
text: [true,true]
server: run() has returned
exit status 0
