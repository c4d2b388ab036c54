--TEST--
Connection: receive() with a time limit, null when it is over or the connection closes
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->handle(function (WebSocket\Connection $connection) use ($say): void {
        $type = 'unset';
        $began = hrtime(true);
        $say(json_encode([$connection->receive(30, $type), $type]) . (hrtime(true) - $began >= 25_000_000 ? ' waited' : ' did not wait'));
        $say(json_encode([$connection->receive(0), $connection->receive(-1)]));
        $connection->send('now');
        $say(json_encode($connection->receive(5000)));
        $say(json_encode($connection->receive(5000)));
        $say(json_encode([$connection->receive(), $connection->receive(1), $connection->isOpen()]));
    });
});
$client = RawClient::open($server->address);
echo $client->next(), "\n";
$client->text('one')->text('two')->close()->rest();
$server->show(5);
$server->stop();
?>
--EXPECT--
text: now
server: [null,null] waited
server: [null,null]
server: "one"
server: "two"
server: [null,null,false]
server: run() has returned
exit status 0
