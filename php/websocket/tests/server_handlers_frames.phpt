--TEST--
Server: handlers of messages that throw, replace themselves, yield, recurse, sleep or take by reference
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
class Bound
{
    public int $seen = 0;
    public function handler(): Closure { return function ($connection, $payload) { $connection->send('bound ' . ++$this->seen . ' ' . static::class); }; }
}
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    error_reporting(E_ALL & ~E_WARNING); // a value for a reference is one
    $deep = function (int $depth) use (&$deep): int { return $depth === 0 ? 0 : 1 + $deep($depth - 1); };
    $handlers = [
        function ($connection, $payload) { throw new LogicException($payload); },
        function ($connection, $payload) use ($server) {
            $server->onMessage(fn ($connection, $payload) => $connection->send("second $payload"));
            gc_collect_cycles();
            $connection->send("first $payload");
        },
        function ($connection, &$payload) { $payload .= '!'; $connection->send($payload); },
        function ($connection, $payload, ...$more) { $connection->send(count($more) . ' more'); },
        function ($connection, $payload) { yield $connection->send('never'); },
        function ($connection, $payload) use ($deep) { $connection->send('depth ' . $deep(20000)); },
        function (WebSocket\Connection $connection, array $payload) { $connection->send('never'); },
        function ($connection, $payload) { static $calls = 0; $connection->send('static ' . ++$calls . ' of ' . func_num_args()); },
        function ($connection, $payload, $type, $one = 1, $two = 2) { $connection->send("default $one $two"); },
        (new Bound())->handler(),
        function ($connection, $payload) { try { throw new LogicException('inside'); } catch (LogicException) { $connection->send('caught'); } },
        function ($connection, $payload) {
            $fiber = new Fiber(function () use ($connection) { $connection->send('fiber ' . Fiber::suspend()); });
            $fiber->start();
            $fiber->resume('resumed');
        },
    ];
    $server->onError(fn ($thrown, $connection) => $say(get_class($thrown) . ' for ' . ($connection ? 'a connection' : 'nobody')));
    $server->onPing(fn ($connection, $payload) => [$server->onMessage($handlers[(int) $payload])]);
});
for ($i = 0; $i < 12; $i++) {
    $client = RawClient::open($server->address);
    $client->send(PING, "$i")->next();
    if ($i === 0 || $i === 6) {
        $client->text("$i");
        echo $i, ' ', $server->line(), "\n";
        echo $i, ' ', $client->next(), "\n";
        continue;
    }
    foreach ($i === 4 ? [] : [1, 2] as $time) {
        echo $i, ' ', $client->text("$i")->next(), "\n";
    }
}
$server->stop();
?>
--EXPECT--
0 LogicException for a connection
0 close: 1011 A handler failed.
1 text: first 1
1 text: second 1
2 text: 2!
2 text: 2!
3 text: 1 more
3 text: 1 more
5 text: depth 20000
5 text: depth 20000
6 TypeError for a connection
6 close: 1011 A handler failed.
7 text: static 1 of 2
7 text: static 2 of 2
8 text: default 1 2
8 text: default 1 2
9 text: bound 1 Bound
9 text: bound 2 Bound
10 text: caught
10 text: caught
11 text: fiber resumed
11 text: fiber resumed
server: run() has returned
exit status 0
