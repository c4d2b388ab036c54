--TEST--
Server: cycles through its handlers, timers and connections are collected
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
class Witness
{
    public function __construct(public string $name) {}
    public function __destruct()
    {
        echo "$this->name is gone\n";
    }
}
$make = function (string $name): WebSocket\Server {
    $server = new WebSocket\Server();
    $witness = new Witness($name);
    foreach (['onHandshake', 'onRequest', 'onOpen', 'onMessage', 'onClose', 'onError', 'onPing', 'onPong', 'onDrain', 'onWorkerStart', 'handle'] as $method) {
        $server->$method(fn () => [$server, $witness]);
    }
    $server->tick(1000, fn () => [$server, $witness]);
    $server->after(1000, fn () => [$server, $witness]);
    $server->onSignal(SIGUSR1, fn () => [$server, $witness]);
    return $server;
};
$server = $make('one that did nothing');
gc_collect_cycles();
echo "still held\n";
unset($server);
gc_collect_cycles();
$server = $make('one that listened');
$server->listen('127.0.0.1');
unset($server);
gc_collect_cycles();
// One with a connection, whose data leads back to the server.
$server = new WebSocket\Server();
$server->listen('127.0.0.1');
$witness = new Witness('one with a connection');
$server->onOpen(function ($connection) use ($server, $witness) {
    $connection->data = [$server, $connection, $witness];
});
$client = stream_socket_client('tcp://' . $server->getAddress());
fwrite($client, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
while (count($server) === 0) {
    $server->poll(1000);
}
unset($witness);
gc_collect_cycles();
echo "still held\n";
unset($server);
gc_collect_cycles();
echo "over\n";
?>
--EXPECT--
still held
one that did nothing is gone
one that listened is gone
still held
one with a connection is gone
over
