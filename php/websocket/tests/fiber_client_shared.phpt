--TEST--
Fibers: one reads from a client while another one writes to it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($url): void {
    $client = new WebSocket\Client($url);
    $server->onMessage(function (WebSocket\Connection $connection, string $payload) use ($client, $say): void {
        if ($payload === 'read') {
            (new Fiber(function () use ($connection, $client): void {
                $client->connect();
                $connection->send('connected');
                while (($message = $client->receive()) !== null) {
                    $connection->send($message);
                }
            }))->start();
        } else {
            (new Fiber(function () use ($client, $say): void {
                $client->send('hello');
                $client->send('hold');
                $client->send(str_repeat('x', 8 << 20));
                $say('sent');
            }))->start();
        }
    });
    $server->onError(fn ($thrown) => $say('onError: ' . $thrown->getMessage()));
});
$reading = RawClient::open($server->address)->text('read');
echo $reading->next(), "\n";
RawClient::open($server->address)->text('write');
echo $reading->next(), "\n";
$back->await();
$back->say('read');
$server->show();
echo $reading->next(), "\n";
$server->stop();
?>
--EXPECT--
text: connected
text: hello
server: sent
text: 8388608 bytes
server: run() has returned
exit status 0
