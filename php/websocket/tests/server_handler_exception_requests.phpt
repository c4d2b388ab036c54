--TEST--
Server: an exception in onHandshake or onRequest is answered 500
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onError(fn (Throwable $thrown, $connection) => $say(get_class($thrown) . ': ' . $thrown->getMessage() . ' ' . gettype($connection)));
    $server->onHandshake(fn ($request) => match ($request->path) {
        '/throw' => throw new RuntimeException('boom in onHandshake'),
        '/value' => 'something',
        default => null,
    });
    $server->onRequest(fn ($request) => match ($request->path) {
        '/throw' => throw new RuntimeException('boom in onRequest'),
        '/value' => 17,
        default => 'fine',
    });
    $server->onMessage(fn ($connection, $payload) => $connection->send($payload));
});
foreach (['/throw', '/value'] as $path) {
    $client = RawClient::connect($server->address);
    echo $client->upgrade(target: $path), ', ', $client->next(), "\n";
    $server->show();
}
$client = RawClient::connect($server->address);
foreach (['/throw', '/value', '/'] as $path) {
    echo $client->request('GET', $path), "\n";
    $path === '/' || $server->show();
}
echo RawClient::open($server->address)->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
500 Internal Server Error, end
server: RuntimeException: boom in onHandshake NULL
500 Internal Server Error, end
server: TypeError: The handler of onHandshake() must return nothing, string returned: throw a HandshakeException to refuse NULL
500 Internal Server Error: Internal Server Error
server: RuntimeException: boom in onRequest NULL
500 Internal Server Error: Internal Server Error
server: TypeError: The handler of onRequest() must return a Response, a string or null, int returned NULL
200 OK: fine
text: still here
server: run() has returned
exit status 0
