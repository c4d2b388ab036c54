--TEST--
Server: poll() runs one turn in a loop of one's own
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = ServerProcess::start(function (Closure $say): void {
    $server = new WebSocket\Server(['closeTimeoutMs' => 50]);
    $server->listen('127.0.0.1');
    $over = false;
    $server->onMessage(function ($connection, $payload) use (&$over, $server) {
        $connection->send($payload);
        $over = $payload === 'stop';
    });
    $server->onClose(fn ($connection, $code) => $say("closed: $code"));
    $say($server->getAddress());
    $server->poll(); // the first turn has to begin
    $began = hrtime(true);
    $handled = $server->poll(20);
    $say($handled === 0 && hrtime(true) - $began >= 20_000_000 ? 'waited in vain' : "handled $handled");
    $handled = 0;
    while (!$over) {
        $handled += $server->poll(-1);
    }
    $say($handled >= 2 ? 'handled some' : "handled $handled");
    $server->stop();
    while (count($server->getConnections()) || $server->stats()['connections']) {
        $server->poll(10);
    }
    $say('over');
});
$server->show();
$client = RawClient::open($server->address);
echo $client->text('hello')->next(), "\n", $client->text('stop')->rest(), "\n";
$server->wait();
?>
--EXPECT--
server: waited in vain
text: hello
text: stop, close: 1001 The server is going away., end
server: handled some
server: closed: 1006
server: over
exit status 0
