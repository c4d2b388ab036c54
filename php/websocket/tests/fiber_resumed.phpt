--TEST--
Server: a Fiber may be resumed by others: receive() goes on waiting, and its end closes the connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onError(fn ($thrown, $connection) => $say($thrown->getMessage() . ' ' . gettype($connection)));
    $server->handle(function (WebSocket\Connection $connection) use ($server, $say): void {
        $fiber = Fiber::getCurrent();
        switch ($connection->request->path) {
            case '/receive':
                $server->after(5, fn () => $fiber->resume('nobody asked'));
                $connection->send('got ' . json_encode($connection->receive()));
                break;
            case '/timeout':
                $server->after(5, fn () => $fiber->resume());
                $began = hrtime(true);
                $got = $connection->receive(40);
                $connection->send(json_encode($got) . (hrtime(true) - $began > 35_000_000 ? ' in time' : ' too early'));
                break;
            case '/throw':
                $server->after(5, fn () => $fiber->throw(new RuntimeException('thrown into it')));
                try {
                    $connection->receive(1000);
                } catch (RuntimeException $exception) {
                    $connection->send($exception->getMessage());
                }
                $connection->send('got ' . json_encode($connection->receive()));
                break;
            case '/return':
                $server->after(5, fn () => $fiber->resume());
                Fiber::suspend();
                break;
            case '/fail':
                $server->after(5, fn () => $fiber->resume());
                Fiber::suspend();
                throw new RuntimeException('boom');
        }
    });
});
foreach (['/receive', '/timeout', '/throw', '/return', '/fail'] as $path) {
    $client = RawClient::open($server->address, target: $path);
    if ($path === '/throw') {
        echo $client->next(), ', ';
    }
    if ($path === '/receive') {
        usleep(10_000); // behind the stranger's resume()
    }
    if (in_array($path, ['/receive', '/throw'], true)) {
        $client->text('a message');
    }
    echo $path, ': ', $client->next(), "\n";
    $path === '/fail' && $server->show();
    $client->close(1000)->rest();
    $server->show();
}
$server->stop();
?>
--EXPECT--
/receive: text: got "a message"
server: closed: 1000 (clean)
/timeout: text: null in time
server: closed: 1000 (clean)
text: thrown into it, /throw: text: got "a message"
server: closed: 1000 (clean)
/return: close: 1000
server: closed: 1000 (clean)
/fail: close: 1011 A handler failed.
server: boom object
server: closed: 1000 (clean)
server: run() has returned
exit status 0
