--TEST--
Server: Fibers that wait when the server ends are ended, with their finally blocks
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = ServerProcess::start(function (Closure $say): void {
    $server = new WebSocket\Server(['closeTimeoutMs' => 20]);
    $server->listen('127.0.0.1');
    $held = [];
    $server->handle(function (WebSocket\Connection $connection) use ($say, &$held): void {
        $held[] = $connection;
        try {
            $connection->send('ready');
            if ($connection->request->path === '/suspend') {
                Fiber::suspend();
            }
            while (($message = $connection->receive()) !== null);
            $say('receive() gave null');
        } finally {
            $say('finally ' . json_encode([$connection->isOpen(), $connection->trySend('x')]));
        }
    });
    $say($server->getAddress());
    while (count($held) < 2) {
        $server->poll(-1);
    }
    $server->poll();
    unset($server);
    $say('the server is gone');
    $say(json_encode([count($held), $held[0]->isOpen(), $held[0]->id, $held[0]->bufferedAmount, $held[0]->receive()]));
    attempt(fn () => $held[0]->send('x'));
    unset($held);
    $say('over');
});
$one = RawClient::open($server->address);
$two = RawClient::open($server->address, target: '/suspend');
echo $one->next(), ' ', $two->next(), "\n";
$server->wait();
?>
--EXPECT--
text: ready text: ready
server: finally [false,false]
server: finally [false,false]
server: the server is gone
server: [2,false,"0.1",0,null]
server: Error: The connection is closed
server: over
exit status 0
