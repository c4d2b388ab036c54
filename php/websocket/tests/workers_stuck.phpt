--TEST--
Workers: one that is stuck while others publish more than may wait for it is ended and begun again
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    ini_set('html_errors', '0');
    on_message($server, function ($connection, $payload) use ($server, $say): void {
        if ($payload === 'stick') {
            $say('stuck');
            while (true) {
                sleep(100);
            }
        }
        if ($payload === 'publish') {
            // 72 MiB, of which 64 MiB may wait; a turn each, so that none waits here.
            $left = 9;
            $server->tick(1, function ($timer) use ($server, &$left): void {
                try {
                    $server->publish('nobody', str_repeat('x', 8 << 20));
                    $left--;
                } catch (Error $full) {
                    // Again with the next tick.
                }
                $left > 0 || $timer->cancel();
            });
            return;
        }
        $connection->send('still here');
    });
});
$clients = open_clients($server, 2);
$clients['1.1']->text('stick');
$server->show();
$clients['0.1']->text('publish');
$server->show(3);
echo 'the stuck one: ', $clients['1.1']->rest(), "\n";
echo $clients['0.1']->text('echo')->next(), "\n";
echo implode(' ', array_keys(open_clients($server, 1))), "\n";
$server->stop();
?>
--EXPECTF--
server: stuck
server: Warning: WebSocket\Server::run(): Worker 1 does not take what the others publish, and is ended in %s on line %d
server: Warning: WebSocket\Server::run(): Worker 1 was ended by signal 9, and is begun again in %d ms in %s on line %d
server: begun 1
the stuck one: end
text: still here
1.1
server: run() has returned
exit status 0
