--TEST--
Fibers: receive() of a Fiber that the program itself resumes, or throws into
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach ([null, 5000] as $timeout) {
    $server = serve(function (WebSocket\Server $server) use ($timeout): void {
        $server->handle(function (WebSocket\Connection $connection) use ($server, $timeout): void {
            $fiber = Fiber::getCurrent();
            $server->after(5, fn () => $fiber->resume());
            $connection->send('resumed: ' . json_encode($connection->receive($timeout)));
            $server->after(5, fn () => $fiber->throw(new Exception('thrown into it')));
            try {
                $connection->receive($timeout);
            } catch (Exception $thrown) {
                $connection->send($thrown->getMessage());
            }
            // No trace is left of either: it sleeps elsewhere, and is not woken by a message.
            $server->after(50, fn () => $fiber->resume('by the timer'));
            $connection->send('woken ' . Fiber::suspend());
            $connection->send('received: ' . $connection->receive($timeout));
            $connection->send('received: ' . $connection->receive($timeout));
        });
    });
    $client = RawClient::open($server->address);
    echo $client->next(), "\n", $client->next(), "\n";
    $client->text('a message');
    echo $client->next(), "\n", $client->next(), "\n";
    $client->text('another one');
    echo $client->next(), "\n", $client->next(), "\n";
    $server->stop();
}
?>
--EXPECT--
text: resumed: null
text: thrown into it
text: woken by the timer
text: received: a message
text: received: another one
close: 1000
server: run() has returned
exit status 0
text: resumed: null
text: thrown into it
text: woken by the timer
text: received: a message
text: received: another one
close: 1000
server: run() has returned
exit status 0
