--TEST--
Fibers: a connection that closes while its Fiber waits for a client; the Fiber goes on when it is answered
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($url): void {
    say_closes($server, $say);
    $server->onError(fn ($thrown, $connection) => $say('onError: ' . $thrown->getMessage() . ' for ' . ($connection ? 'the connection' : 'nobody')));
    $server->handle(function (WebSocket\Connection $connection) use ($say, $url): void {
        $what = $connection->receive();
        $client = new WebSocket\Client($url);
        $client->send('ask something');
        $say($client->receive() . ($connection->isOpen() ? ', open' : ', closed'));
        $say(json_encode($connection->receive()));
        $what === 'try' ? $say(json_encode($connection->trySend('too late'))) : $connection->send('too late');
    });
});
foreach (['try', 'send'] as $what) {
    $client = RawClient::open($server->address)->text($what);
    $back->await();
    echo $client->close()->rest(), "\n";
    $server->show();
    $back->say();
    $server->show(3);
}
$server->stop();
?>
--EXPECTF--
close: 1000, end
server: closed: 1000 (clean)
server: answer to something, closed
server: null
server: false
close: 1000, end
server: closed: 1000 (clean)
server: answer to something, closed
server: null
server: onError: The connection is closed for the connection
server: run() has returned
exit status 0
