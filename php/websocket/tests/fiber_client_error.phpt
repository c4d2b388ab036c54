--TEST--
Fibers: what a client throws may be caught where it waits, or goes to onError with the connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($url): void {
    $server->onError(fn (Throwable $thrown, $connection) => $say('onError: ' . get_class($thrown) . ' for ' . ($connection?->id ?? 'nobody')));
    $server->handle(function (WebSocket\Connection $connection) use ($url): void {
        foreach ($connection as $message) {
            $client = new WebSocket\Client($message === 'refused' ? 'ws://127.0.0.1:1' : $url, ['reconnectAttempts' => 0]);
            try {
                $client->send('ask something');
                $client->receive();
            } catch (WebSocket\ConnectionException $thrown) {
                $connection->send('caught: ' . ($thrown->getCode() === 111 ? 'refused' : 'lost'));
                $message === 'again' && throw $thrown;
            }
        }
    });
});
$client = RawClient::open($server->address)->text('refused');
echo $client->next(), "\n";
$client->text('lost');
$back->await();
$back->say('drop');
echo $client->next(), "\n";
$client->text('again');
$back->await();
$back->say('drop');
echo $client->next(), "\n", $client->next(), "\n";
$server->show();
$server->stop();
?>
--EXPECTF--
text: caught: refused
text: caught: lost
text: caught: lost
close: 1011 A handler failed.
server: onError: WebSocket\ConnectionException for 0.1
server: run() has returned
exit status 0
