--TEST--
Server: runs again after it was stopped, on a new address, with timers that were left
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = ServerProcess::start(function (Closure $say): void {
    $server = new WebSocket\Server(['closeTimeoutMs' => 50]);
    $server->onMessage(function ($connection, $payload) use ($server) {
        $payload === 'stop' ? $server->stop() : $connection->send($payload);
    });
    $ticks = 0;
    $server->tick(5, function () use (&$ticks) { $ticks++; });
    for ($i = 0; $i < 3; $i++) {
        $server->listen('127.0.0.1');
        $say($server->getAddress());
        $server->after(20, function () use (&$ticks, $say) { $say($ticks > 0 ? 'has ticked' : 'has not ticked'); $ticks = 0; });
        $server->run();
        $say(count($server) . ' connections');
    }
    attempt(fn () => $server->run());
});
for ($i = 0; $i < 3; $i++) {
    $address = $i ? $server->line() : $server->address;
    $client = RawClient::open($address);
    echo $client->text('hello')->next(), "\n";
    $server->show();
    echo $client->text('stop')->rest(), "\n";
    $server->show();
}
$server->wait();
?>
--EXPECT--
text: hello
server: has ticked
close: 1001 The server is going away., end
server: 0 connections
text: hello
server: has ticked
close: 1001 The server is going away., end
server: 0 connections
text: hello
server: has ticked
close: 1001 The server is going away., end
server: 0 connections
server: Error: Nothing is listened to: call listen() first
exit status 0
