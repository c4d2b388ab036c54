--TEST--
Workers: exit() and stop() inside of each handler end the worker as they should
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$set_up = fn (string $where, string $way) => function (WebSocket\Server $server, Closure $say) use ($where, $way): void {
    ini_set('display_errors', '0');
    ini_set('log_errors', '0');
    $end = function () use ($server, $way) {
        $way === 'stop' ? $server->stop() : exit($way === 'exit 3' ? 3 : 0);
        return null;
    };
    on_message($server);
    match ($where) {
        'onHandshake' => $server->onHandshake($end),
        'onRequest' => $server->onRequest($end),
        'onOpen' => $server->onOpen($end),
        'onMessage' => $server->onMessage($end),
        'onPing' => $server->onPing($end),
        'onPong' => $server->onPong($end),
        'onClose' => $server->onClose($end),
        'onError' => [$server->onError($end), $server->onMessage(fn () => throw new Exception('to onError'))],
        'onSignal' => [$server->onSignal(SIGUSR1, $end), $server->onMessage(fn () => send_signal(getmypid(), SIGUSR1))],
        'tick' => $server->onMessage(fn () => $server->tick(1, $end)),
        'handle' => $server->handle($end),
        'a Fiber' => $server->handle(function ($connection) use ($end): void {
            $connection->receive();
            $end();
        }),
    };
};
foreach (['onHandshake', 'onRequest', 'onOpen', 'onMessage', 'onPing', 'onPong', 'onClose', 'onError', 'onSignal', 'tick', 'handle', 'a Fiber'] as $where) {
    foreach (['stop', 'exit 0', 'exit 3'] as $way) {
        $server = serve_workers(2, $set_up($where, $way), ['closeTimeoutMs' => 20]);
        $client = RawClient::connect($server->address);
        if ($where === 'onRequest') {
            $client->request('GET', '/');
        } else {
            $client->ask();
            $client->write(match ($where) {
                'onPing' => RawClient::frame(PING),
                'onPong' => RawClient::frame(PONG),
                'onClose' => RawClient::frame(CLOSE),
                default => RawClient::frame(TEXT, 'hello'),
            });
        }
        if ($way === 'exit 3') {
            $line = $server->line(); // one is begun again
            $server->signal(SIGTERM);
            $line === 'begun 0' || $line === 'begun 1' || print("$where, $way: $line\n");
        }
        ob_start();
        $server->wait();
        $end = ob_get_clean();
        $end === "server: run() has returned\nexit status 0\n" || print("$where, $way: $end");
    }
}
echo "done\n";
?>
--EXPECT--
done
