--TEST--
Fibers: when the server ends while they wait for clients, they are unwound
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$wait = function () use ($url): void {
    $client = new WebSocket\Client($url);
    $client->send('ask something');
    $client->receive();
};
$programs = [
    'a handler' => function (WebSocket\Server $server, Closure $say) use ($wait): void {
        $server->handle(function (WebSocket\Connection $connection) use ($wait, $say): void {
            try {
                $wait();
                $say('the answer has come');
            } finally {
                $say('finally, ' . ($connection->isOpen() ? 'open' : 'closed'));
            }
        });
    },
    'a handler that wants more' => function (WebSocket\Server $server, Closure $say) use ($wait, $url): void {
        $server->handle(function (WebSocket\Connection $connection) use ($server, $wait, $say, $url): void {
            try {
                $wait();
            } finally {
                $connection->trySend('too late') && $say('sent');
                $say(count($server) . ' connections');
                $client = new WebSocket\Client($url);
                $client->send('asks nothing');
                $say($client->receive(5000));
            }
        });
    },
    'a Fiber of the program' => function (WebSocket\Server $server, Closure $say) use ($wait): void {
        $server->onMessage(function () use ($wait, $say): void {
            $fiber = new Fiber(function () use ($wait, $say): void {
                try {
                    $wait();
                } finally {
                    $say('finally');
                }
            });
            $fiber->start();
        });
    },
];
foreach ($programs as $name => $program) {
    $server = serve($program);
    $clients = [RawClient::open($server->address)->text('go'), RawClient::open($server->address)->text('go')];
    $back->await(2);
    echo "$name:\n";
    $server->stop();
    $back->say('drop');
}
?>
--EXPECT--
a handler:
server: finally, closed
server: finally, closed
server: run() has returned
exit status 0
a handler that wants more:
server: 0 connections
server: asks nothing
server: 0 connections
server: asks nothing
server: run() has returned
exit status 0
a Fiber of the program:
server: finally
server: finally
server: run() has returned
exit status 0
