--TEST--
ServerOptions: maxQueuedAgeMs resets who does not read for so long
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onMessage(fn ($connection, $payload) => $connection->send(str_repeat('x', $payload === 'much' ? 12_000_000 : 1)));
}, ['maxQueuedAgeMs' => 200]);
$slow = RawClient::open($server->address);
$slow->text('much');
$server->show();
$other = RawClient::open($server->address);
echo $other->text('little')->next(), "\n";
$server->stop();
?>
--EXPECT--
server: closed: 1006 Bytes waited for more than 200 ms to be read. (not clean)
text: x
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
