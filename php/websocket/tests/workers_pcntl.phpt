--TEST--
Workers: handlers of pcntl_signal() run in the process that supervises, and may stop it; one for SIGCHLD takes nothing from it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    ini_set('html_errors', '0');
    $parent = getmypid();
    $where = fn () => getmypid() === $parent ? 'the first process' : 'a worker';
    pcntl_async_signals(true);
    pcntl_signal(SIGCHLD, function () use ($say, $where): void {
        $say('SIGCHLD in ' . $where());
        while (pcntl_waitpid(-1, $status, WNOHANG) > 0);
    });
    pcntl_signal(SIGUSR1, function () use ($say, $where): void {
        $say('SIGUSR1 in ' . $where());
    });
    pcntl_signal(SIGTERM, function () use ($say, $where, $server): void {
        $say('SIGTERM in ' . $where());
        $server->stop();
    });
    on_message($server, function ($connection, $payload) use ($server): void {
        if ($payload === 'exit') {
            exit(3);
        }
        if (pcntl_fork() === 0) {
            send_signal(getmypid(), SIGKILL);
        }
    });
});
$server->signal(SIGUSR1);
$server->show();
$clients = open_clients($server, 2);
$clients['0.1']->text('exit')->rest();
$server->show(2);
// A worker's own children are the program's.
$clients['1.1']->text('fork');
$server->show();
echo implode(' ', array_keys(open_clients($server, 1))), "\n";
$server->signal(SIGTERM);
$server->show(1);
show_sorted($server, 2);
$server->wait();
?>
--EXPECTF--
server: SIGUSR1 in the first process
server: Warning: WebSocket\Server::run(): Worker 0 ended with status 3, and is begun again in 100 ms in %s on line %d
server: begun 0
server: SIGCHLD in a worker
0.1
server: SIGTERM in the first process
server: SIGTERM in a worker
server: SIGTERM in a worker
server: run() has returned
exit status 0
