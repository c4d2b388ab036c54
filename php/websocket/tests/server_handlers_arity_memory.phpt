--TEST--
Server: messages leave no memory behind, however many of their arguments the handler takes
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$handlers = [
    'none' => fn () => null,
    'one' => fn ($connection) => null,
    'two' => fn ($connection, $payload) => null,
    'three' => fn ($connection, $payload, $type) => null,
    'four' => fn ($connection, $payload, $type, $more = 1) => null,
    'any' => fn (...$all) => null,
];
foreach ($handlers as $name => $handler) {
    $server = serve(function (WebSocket\Server $server, Closure $say) use ($handler): void {
        $server->onMessage($handler);
        $server->onPing(function () use ($say): void {
            gc_collect_cycles();
            $say((string) memory_get_usage());
        });
    });
    $client = RawClient::open($server->address);
    $usage = [];
    for ($round = 0; $round < 3; $round++) {
        $client->write(str_repeat(RawClient::frame(TEXT, str_repeat('x', 500)), 200));
        $client->send(PING)->next();
        $usage[] = (int) $server->line();
    }
    $grown = $usage[2] - $usage[1];
    echo "$name: ", $grown < 20_000 ? 'nothing' : "$grown bytes", "\n";
    $server->signal(SIGKILL);
}
?>
--EXPECT--
none: nothing
one: nothing
two: nothing
three: nothing
four: nothing
any: nothing
