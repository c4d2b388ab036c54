--TEST--
Server: an exception in a timer or signal handler ends nothing
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onError(fn (Throwable $thrown, $connection) => $say($thrown->getMessage() . ' ' . gettype($connection)));
    $times = 0;
    $server->tick(1, function ($timer) use (&$times) {
        if (++$times === 2) {
            $timer->cancel();
        }
        throw new LogicException("boom in tick $times");
    });
    $server->after(0, fn () => throw new LogicException('boom in after'));
    $server->onSignal(SIGUSR1, fn ($number) => throw new LogicException("boom in onSignal $number"));
    $server->onMessage(fn ($connection, $payload) => $connection->send($payload));
});
$said = [$server->line(), $server->line(), $server->line()];
sort($said);
echo implode("\n", $said), "\n";
$server->signal(SIGUSR1);
$server->show();
echo RawClient::open($server->address)->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
boom in after NULL
boom in tick 1 NULL
boom in tick 2 NULL
server: boom in onSignal 10 NULL
text: still here
server: run() has returned
exit status 0
