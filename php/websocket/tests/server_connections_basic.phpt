--TEST--
Server: getConnections(), count() and stats() tell what is there
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection, $payload) use ($server) {
        $stats = $server->stats();
        $all = $server->getConnections();
        $connection->send(json_encode([
            count($server), count($all), array_is_list($all), in_array($connection, $all, true), $all === $server->getConnections(),
            count(array_unique(array_map(fn ($one) => $one->id, $all))),
            $stats['open'], $stats['opened'], $stats['accepted'], $stats['messagesIn'], $stats['messagesOut'], $stats['refused'], $stats['faults'],
        ]));
    });
});
$clients = [RawClient::open($server->address), RawClient::open($server->address), RawClient::open($server->address)];
echo $clients[0]->text('x')->next(), "\n";
$clients[1]->close()->rest();
RawClient::connect($server->address)->request('GET', '/');
RawClient::open($server->address)->send(0x3)->rest();
echo $clients[0]->text('x')->next(), "\n";
$server->stop();
$server = new WebSocket\Server();
var_dump(count($server), $server->getConnections(), $server->stats());
echo $server->getDriver(), "\n";
$server->listen('127.0.0.1');
$server->poll();
$stats = $server->stats();
ksort($stats);
echo implode(" ", array_keys($stats)), "\n";
?>
--EXPECT--
text: [3,3,true,true,true,3,3,3,3,1,0,0,0]
text: [2,2,true,true,true,2,2,4,5,2,1,1,1]
server: run() has returned
exit status 0
int(0)
array(0) {
}
array(0) {
}
epoll
accepted bytesIn bytesOut connections faults messagesIn messagesOut open opened queuedBytes reads refused slow topics writes
