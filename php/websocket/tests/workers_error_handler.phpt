--TEST--
Workers: warnings that the program's error handler makes exceptions of go to onError, and a worker is begun again all the same
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    set_error_handler(function (int $level, string $message): void {
        throw new ErrorException($message);
    });
    $server->onError(function (Throwable $thrown, $connection) use ($say): void {
        $say('onError: ' . get_class($thrown) . ' ' . $thrown->getMessage());
        str_contains($thrown->getMessage(), 'status 9') && exit(4);
    });
    on_message($server, fn ($connection, $payload) => exit((int) $payload));
});
$clients = open_clients($server, 2);
$clients['1.1']->text('3')->rest();
$server->show(2);
echo implode(' ', array_keys($clients = open_clients($server, 1))), "\n";
// exit() in onError ends all.
$clients['1.1']->text('9')->rest();
$server->wait();
?>
--EXPECTF--
server: onError: ErrorException WebSocket\Server::run(): Worker 1 ended with status 3, and is begun again in 100 ms
server: begun 1
1.1
server: onError: ErrorException WebSocket\Server::run(): Worker 1 ended with status 9, and is begun again in %d ms
exit status 4
