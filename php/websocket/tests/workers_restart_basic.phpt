--TEST--
Workers: one that fails is begun again with a warning, the others go on, and new connections come to it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server): void {
    ini_set('display_errors', '1');
    ini_set('html_errors', '0');
    on_message($server, fn ($connection, $payload) => match ($payload) {
        'exit' => exit(3),
        'signal' => send_signal(getmypid(), SIGSEGV),
        'fatal' => eval('function twice() {} function twice() {}'),
        'echo' => $connection->send('still here'),
    });
});
$clients = open_clients($server, 2);
foreach (['exit', 'signal', 'fatal'] as $way) {
    echo "$way: ", preg_replace('/reset|close: 1001 .*/', 'end', $clients['1.1']->text($way)->rest()), "\n";
    do {
        echo 'server: ', $line = $server->line(), "\n";
    } while ($line !== 'begun 1');
    echo $clients['0.1']->text('echo')->next(), "\n";
    $clients = ['0.1' => $clients['0.1']] + open_clients($server, 1);
    echo implode(' ', array_keys($clients)), ' ', $clients['1.1']->text('echo')->next(), "\n";
}
$server->stop();
?>
--EXPECTF--
exit: end
server: Warning: WebSocket\Server::run(): Worker 1 ended with status 3, and is begun again in 100 ms in %s on line %d
server: begun 1
text: still here
0.1 1.1 text: still here
signal: end
server: Warning: WebSocket\Server::run(): Worker 1 was ended by signal 11, and is begun again in %d ms in %s on line %d
server: begun 1
text: still here
0.1 1.1 text: still here
fatal: end
server: Fatal error: Cannot redeclare twice() %s
server: Warning: WebSocket\Server::run(): Worker 1 ended with status 255, and is begun again in %d ms in %s on line %d
server: begun 1
text: still here
0.1 1.1 text: still here
server: run() has returned
exit status 0
