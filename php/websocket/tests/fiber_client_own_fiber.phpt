--TEST--
Fibers: those that the program makes inside of onMessage and of timers wait for clients, too
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($url): void {
    $ask = function (string $what) use ($url): string {
        $client = new WebSocket\Client($url);
        $client->send("ask $what");
        return $client->receive();
    };
    $server->onError(fn ($thrown, $connection) => $say('onError: ' . $thrown->getMessage() . ' for ' . ($connection ? 'the connection' : 'nobody')));
    $server->onMessage(function (WebSocket\Connection $connection, string $payload) use ($server, $ask, $say): void {
        if ($payload === 'echo') {
            $connection->send('echo');
            return;
        }
        $fiber = new Fiber(function () use ($connection, $payload, $ask): void {
            $connection->send($ask($payload));
            $payload === 'throw' && throw new Exception('thrown in a Fiber');
        });
        if ($payload === 'timer') {
            $server->after(1, fn () => $fiber->start());
        } else {
            $fiber->start();
            $say($fiber->isSuspended() ? 'it waits' : 'it is done');
        }
    });
});
$client = RawClient::open($server->address);
foreach (['message', 'timer', 'throw'] as $payload) {
    $client->text($payload);
    $back->await();
    $payload === 'timer' || $server->show();
    echo $client->text('echo')->next(), "\n";
    $back->say();
    echo $client->next(), "\n";
}
$server->show();
echo $client->text('echo')->next(), "\n";
$server->stop();
?>
--EXPECT--
server: it waits
text: echo
text: answer to message
text: echo
text: answer to timer
server: it waits
text: echo
text: answer to throw
server: onError: thrown in a Fiber for nobody
text: echo
server: run() has returned
exit status 0
