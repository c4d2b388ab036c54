--TEST--
Fibers: a client outside of one blocks: in onMessage, in a handler of pcntl_signal(), and where poll() is called in a Fiber of others
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$ask = function (array &$ticks) use ($url): string {
    $client = new WebSocket\Client($url);
    $before = count($ticks);
    $client->send('ask something');
    $answer = $client->receive(50);
    return json_encode($answer) . ' after ' . count($ticks) - $before . ' ticks';
};
$programs = [
    'onMessage' => function (WebSocket\Server $server) use ($ask): void {
        $server->tick(1, function () use (&$ticks): void {
            $ticks[] = 1;
        });
        $ticks = [];
        $server->onMessage(function ($connection) use ($ask, &$ticks): void {
            $connection->send($ask($ticks));
        });
        $server->run();
    },
    'a handler of a signal, inside of a Fiber' => function (WebSocket\Server $server) use ($ask): void {
        $ticks = [];
        $server->tick(1, function () use (&$ticks): void {
            $ticks[] = 1;
        });
        pcntl_async_signals(true);
        $server->handle(function ($connection) use ($ask, &$ticks): void {
            $connection->receive();
            pcntl_signal(SIGUSR1, function () use ($connection, $ask, &$ticks): void {
                $connection->send($ask($ticks));
            });
            send_signal(getmypid(), SIGUSR1);
            $connection->receive();
        });
        $server->run();
    },
    "another loop's Fiber" => function (WebSocket\Server $server) use ($ask): void {
        $ticks = [];
        $server->tick(1, function () use (&$ticks): void {
            $ticks[] = 1;
        });
        $server->onMessage(function ($connection) use ($ask, &$ticks): void {
            $connection->send($ask($ticks));
        });
        $done = false;
        $server->onSignal(SIGTERM, function () use (&$done): void {
            $done = true;
        });
        $loop = new Fiber(function () use ($server, &$done): void {
            while (!$done) {
                $server->poll(-1);
            }
        });
        $loop->start();
        echo $loop->isTerminated() ? "the loop's Fiber never slept\n" : "the loop's Fiber was put to sleep\n";
    },
];
foreach ($programs as $name => $program) {
    $server = ServerProcess::start(function (Closure $say) use ($program): void {
        $server = new WebSocket\Server(['closeTimeoutMs' => 50]);
        $server->listen('127.0.0.1');
        $say($server->getAddress());
        $program($server);
    });
    echo "$name: ", RawClient::open($server->address)->text('go')->next(), "\n";
    $server->stop();
}
?>
--EXPECT--
onMessage: text: null after 0 ticks
exit status 0
a handler of a signal, inside of a Fiber: text: null after 0 ticks
exit status 0
another loop's Fiber: text: null after 0 ticks
server: the loop's Fiber never slept
exit status 0
