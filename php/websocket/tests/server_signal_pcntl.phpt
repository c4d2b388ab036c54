--TEST--
Server: handlers of pcntl_signal() run while the loop waits, and are left in place
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => $say('SIGUSR1 by pcntl'));
    pcntl_signal(SIGINT, fn () => $say('SIGINT by pcntl'));
    $server->onSignal(SIGUSR2, fn () => $say('SIGUSR2 by the server'));
    register_shutdown_function(function () use ($say) {
        $say(is_callable(pcntl_signal_get_handler(SIGINT)) ? 'handler is left' : 'handler is gone');
    });
});
foreach ([SIGUSR1, SIGINT, SIGUSR2] as $signal) {
    $server->signal($signal);
    $server->show();
}
$server->stop();
?>
--EXPECT--
server: SIGUSR1 by pcntl
server: SIGINT by pcntl
server: SIGUSR2 by the server
server: run() has returned
server: handler is left
exit status 0
