--TEST--
Workers: timers that are set before run() are each worker's own
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    $me = null;
    $server->onWorkerStart(function (int $worker) use (&$me, $say): void {
        $me = $worker;
        $say("begun $worker");
    });
    $never = $server->after(1, fn () => $say('a cancelled timer fires'));
    $never->cancel();
    $server->after(150, function () use (&$me, $say): void {
        $say("once in $me");
    });
    $ticks = 0;
    $server->tick(60, function (WebSocket\Timer $timer) use (&$me, &$ticks, $say): void {
        if (++$ticks === 5) {
            $timer->cancel();
            $say("ticked $ticks times in $me, " . ($timer->isActive() ? 'and goes on' : 'and no more'));
        }
    });
});
show_sorted($server, 4);
$server->stop();
?>
--EXPECT--
server: once in 0
server: once in 1
server: ticked 5 times in 0, and no more
server: ticked 5 times in 1, and no more
server: run() has returned
exit status 0
