--TEST--
Server: a Fiber that is busy elsewhere has 16 messages kept for it, and the client waits with more
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->handle(function (WebSocket\Connection $connection) use ($server, $say): void {
        $count = (int) $connection->receive();
        $fiber = Fiber::getCurrent();
        $server->after(30, fn () => $fiber->resume());
        // Not even who resumes it meanwhile makes the inbox overflow.
        $server->after(10, fn () => $connection->resume());
        $server->after(20, fn () => [$connection->pause(), $connection->resume()]);
        Fiber::suspend();
        $got = [];
        for ($i = 0; $i < $count; $i++) {
            $got[] = (int) $connection->receive();
        }
        $say($got === range(0, $count - 1) ? 'all in order' : json_encode($got));
        $connection->send('done');
    });
});
foreach ([1, 15, 16, 17, 100] as $count) {
    $client = RawClient::open($server->address);
    $client->write(RawClient::frame(TEXT, "$count") . implode('', array_map(fn ($i) => RawClient::frame(TEXT, "$i"), range(0, $count - 1))));
    echo $count, ' ', $client->rest(), ' ', $server->line(), "\n";
}
$server->stop();
?>
--EXPECT--
1 text: done, close: 1000, end all in order
15 text: done, close: 1000, end all in order
16 text: done, close: 1000, end all in order
17 text: done, close: 1000, end all in order
100 text: done, close: 1000, end all in order
server: run() has returned
exit status 0
