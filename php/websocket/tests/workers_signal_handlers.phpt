--TEST--
Workers: a signal with a handler of onSignal() is passed on to all of them, SIGTERM too
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    $me = null;
    on_message($server);
    $server->onWorkerStart(function (int $worker) use (&$me, $say): void {
        $me = $worker;
        $say("begun $worker");
    });
    $server->onSignal(SIGHUP, function (int $signal) use (&$me, $say): void {
        $say("signal $signal in worker $me");
    });
    $server->onSignal(SIGTERM, function () use (&$me, $say, $server): void {
        $say("asked to end in worker $me");
        $me === 1 && $server->stop();
    });
});
$clients = open_clients($server, 2);
$server->signal(SIGHUP);
show_sorted($server, 2);
$server->signal(SIGTERM);
show_sorted($server, 2);
echo $clients['1.1']->rest(), "\n";
// Worker 0 is asked again, now that all end; its handler does not let it, so it is ended.
$server->wait();
echo preg_replace('/reset/', 'end', $clients['0.1']->rest()), "\n";
?>
--EXPECT--
server: signal 1 in worker 0
server: signal 1 in worker 1
server: asked to end in worker 0
server: asked to end in worker 1
close: 1001 The server is going away., end
server: asked to end in worker 0
server: run() has returned
exit status 0
end
