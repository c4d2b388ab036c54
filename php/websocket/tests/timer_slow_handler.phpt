--TEST--
Timer: a tick that was held up comes once, and does not catch up
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $times = [];
    $server->tick(5, function ($timer) use (&$times, $say) {
        $times[] = hrtime(true);
        if (count($times) === 1) {
            usleep(50_000);
        }
        if (count($times) === 3) {
            $timer->cancel();
            $say($times[2] - $times[1] >= 4_000_000 ? 'did not catch up' : 'caught up');
        }
    });
});
$server->show();
$server->stop();
?>
--EXPECT--
server: did not catch up
server: run() has returned
exit status 0
