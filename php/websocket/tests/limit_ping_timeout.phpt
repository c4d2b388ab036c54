--TEST--
ServerOptions: pingIntervalMs pings who is silent, pongTimeoutMs ends who does not answer
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onPong(fn ($connection, $payload) => $connection->send('heard'));
}, ['pingIntervalMs' => 50, 'pongTimeoutMs' => 100]);
$dead = RawClient::open($server->address);
$alive = RawClient::open($server->address);
for ($i = 0; $i < 4; $i++) {
    echo $alive->next(), ' ', $alive->send(PONG)->next(), "\n";
}
echo $dead->next(), ', ', $dead->rest(), "\n";
$server->show();
$server->stop();
?>
--EXPECT--
ping: text: heard
ping: text: heard
ping: text: heard
ping: text: heard
ping:, close: 1001 No answer to a ping within 100 ms., end
server: closed: 1006 No answer to a ping within 100 ms. (not clean)
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
