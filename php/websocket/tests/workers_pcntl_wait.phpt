--TEST--
Workers: one that a handler of pcntl_signal() has waited for is begun again, too
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    ini_set('html_errors', '0');
    $parent = getmypid();
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($say, $theirs): void {
        fwrite($theirs, '.');
        pcntl_waitpid(-1, $status); // the worker, which ends below
        $say('a child ended with status ' . pcntl_wexitstatus($status));
    });
    on_message($server, function ($connection, $payload) use ($parent, $ours): void {
        send_signal($parent, SIGUSR1);
        fread($ours, 1); // until the handler is called
        exit(3);
    });
});
$clients = open_clients($server, 2);
$clients['0.1']->text('exit')->rest();
$server->show(3);
echo implode(' ', array_keys(open_clients($server, 1))), "\n";
$server->stop();
?>
--EXPECTF--
server: a child ended with status 3
server: Warning: WebSocket\Server::run(): Worker 0 ended with status 255, and is begun again in %d ms in %s on line %d
server: begun 0
0.1
server: run() has returned
exit status 0
