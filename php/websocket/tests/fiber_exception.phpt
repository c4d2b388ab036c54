--TEST--
Server: an exception in a Fiber's handler closes its connection with 1011, exit() ends the script
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onError(fn (Throwable $thrown, $connection) => $say($thrown->getMessage() . ' ' . gettype($connection)));
    $server->handle(function (WebSocket\Connection $connection) use ($say): void {
        if ($connection->request->path === '/early') {
            throw new RuntimeException('boom early');
        }
        try {
            foreach ($connection as $message) {
                match ($message) {
                    'boom' => throw new RuntimeException('boom in a Fiber'),
                    'exit' => exit(5),
                    default => $connection->send($message),
                };
            }
        } finally {
            $say('finally');
        }
    });
});
$other = RawClient::open($server->address);
echo RawClient::open($server->address, target: '/early')->rest(), "\n";
$server->show(2);
echo RawClient::open($server->address)->text('boom')->rest(), "\n";
$server->show(3);
echo $other->text('still here')->next(), "\n";
echo RawClient::open($server->address)->text('exit')->rest(), ' ', $other->rest(), "\n";
$server->wait();
?>
--EXPECT--
close: 1011 A handler failed., end
server: boom early object
server: closed: 1006 No close frame came. (not clean)
close: 1011 A handler failed., end
server: finally
server: boom in a Fiber object
server: closed: 1006 No close frame came. (not clean)
text: still here
close: 1001 The server is going away., end close: 1001 The server is going away., end
server: finally
exit status 5
