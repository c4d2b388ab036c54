--TEST--
Workers: one that fails as soon as it begins is begun again with growing pauses, and serves when it can
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$failures = tempnam(sys_get_temp_dir(), 'websocket-');
$server = serve(function (WebSocket\Server $server, Closure $say) use ($failures): void {
    ini_set('html_errors', '0');
    on_message($server);
    $server->onWorkerStart(function (int $worker) use ($say, $failures): void {
        if ($worker === 1 && filesize($failures) < 3) {
            file_put_contents($failures, '.', FILE_APPEND);
            exit(7);
        }
        $worker === 1 && $say('begun at last');
    });
}, ['workers' => 2]);
$began = hrtime(true);
$server->show(4);
$took = (hrtime(true) - $began) / 1e6;
echo $took >= 690 ? "after the pauses\n" : "after $took ms\n";
echo implode(' ', array_keys(open_clients($server, 2))), "\n";
$server->stop();
unlink($failures);
?>
--EXPECTF--
server: Warning: WebSocket\Server::run(): Worker 1 ended with status 7, and is begun again in 100 ms in %s on line %d
server: Warning: WebSocket\Server::run(): Worker 1 ended with status 7, and is begun again in 200 ms in %s on line %d
server: Warning: WebSocket\Server::run(): Worker 1 ended with status 7, and is begun again in 400 ms in %s on line %d
server: begun at last
after the pauses
0.1 1.1
server: run() has returned
exit status 0
