--TEST--
Fibers: a client that sends more than the network takes at once lets the loop go on
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($url): void {
    $server->handle(function (WebSocket\Connection $connection) use ($url, $say): void {
        foreach ($connection as $message) {
            if ($message === 'echo') {
                $connection->send('echo');
                continue;
            }
            $client = new WebSocket\Client($url);
            $client->send('hold');
            $client->send(str_repeat('x', 8 << 20));
            $say('sent');
            $connection->send($client->receive());
        }
    });
});
$sending = RawClient::open($server->address)->text('send');
$back->await(); // and now it does not read
echo RawClient::open($server->address)->text('echo')->next(), "\n";
$back->say('read');
$server->show();
echo $sending->next(), "\n";
$server->stop();
?>
--EXPECT--
text: echo
server: sent
text: 8388608 bytes
server: run() has returned
exit status 0
