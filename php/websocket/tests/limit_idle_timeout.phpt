--TEST--
ServerOptions: idleTimeoutMs ends who is silent, and only those
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onMessage(fn ($connection) => $connection->send($connection->idleMs < 200 ? 'not idle' : "idle for $connection->idleMs ms"));
}, ['idleTimeoutMs' => 200]);
$silent = RawClient::open($server->address);
$busy = RawClient::open($server->address);
$began = hrtime(true);
do {
    $busy->send(PING)->next();
    usleep(20_000);
} while (hrtime(true) - $began < 300_000_000);
echo $silent->rest(), "\n";
$server->show();
echo $busy->text('?')->next(), "\n";
$server->stop();
?>
--EXPECT--
close: 1001 Nothing was received for 200 ms., end
server: closed: 1006 Nothing was received for 200 ms. (not clean)
text: not idle
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
