--TEST--
Server: onSignal handlers run in the loop, and take the place of the default
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $terms = 0;
    $server->onSignal(SIGTERM, function (int $number) use (&$terms, $say, $server) {
        $say("SIGTERM $number " . ++$terms);
        $terms < 2 || $server->stop();
    });
    $server->onSignal(SIGUSR1, fn () => $say('replaced'));
    $server->onSignal(SIGUSR1, function () use ($server, $say) {
        $say('SIGUSR1');
        $server->onSignal(SIGUSR2, fn () => $say('SIGUSR2'));
    });
});
$server->signal(SIGTERM);
$server->show();
$server->signal(SIGUSR1);
$server->show();
$server->signal(SIGUSR2);
$server->show();
$server->stop();
attempt(fn () => (new WebSocket\Server())->onSignal(0, fn () => 0));
attempt(fn () => (new WebSocket\Server())->onSignal(65, fn () => 0));
attempt(fn () => (new WebSocket\Server())->onSignal(32, fn () => 0)); // the C library's own
attempt(fn () => (new WebSocket\Server())->onSignal(SIGKILL, fn () => 0));
attempt(fn () => (new WebSocket\Server())->onSignal(SIGSTOP, fn () => 0));
attempt(fn () => (new WebSocket\Server())->onSignal(SIGTERM, 'strlen'));
?>
--EXPECT--
server: SIGTERM 15 1
server: SIGUSR1
server: SIGUSR2
server: SIGTERM 15 2
server: run() has returned
exit status 0
ValueError: WebSocket\Server::onSignal(): Argument #1 ($signal) must be the number of a signal that can be caught, 0 given
ValueError: WebSocket\Server::onSignal(): Argument #1 ($signal) must be the number of a signal that can be caught, 65 given
ValueError: WebSocket\Server::onSignal(): Argument #1 ($signal) must be the number of a signal that can be caught, 32 given
ValueError: WebSocket\Server::onSignal(): Argument #1 ($signal) must be the number of a signal that can be caught, 9 given
ValueError: WebSocket\Server::onSignal(): Argument #1 ($signal) must be the number of a signal that can be caught, 19 given
TypeError: WebSocket\Server::onSignal(): Argument #2 ($handler) must be of type Closure, string given
