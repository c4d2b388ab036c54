--TEST--
Server: broadcast() reaches all but those left out, given as an array or any Traversable
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection, $payload) use ($server) {
        $others = fn () => array_filter($server->getConnections(), fn ($one) => $one !== $connection);
        $count = match ($payload) {
            'all' => $server->broadcast('to all'),
            'null' => $server->broadcast('to all', except: null),
            'array' => $server->broadcast('to others', WebSocket\MessageType::Text, [$connection]),
            'named' => $server->broadcast('to others', except: ['me' => $connection, 'again' => $connection]),
            'iterator' => $server->broadcast('to others', WebSocket\MessageType::Binary, new ArrayIterator([$connection])),
            'generator' => $server->broadcast('to me alone', except: (function () use ($others) { yield from $others(); })()),
            'object' => $server->broadcast('to others', except: new ArrayObject([$connection])),
            'storage' => (function () use ($server, $connection) { $set = new SplObjectStorage(); $set->attach($connection); return $server->broadcast('to others', except: $set); })(),
            'connection' => $server->broadcast('to others', except: $connection),
            'empty' => $server->broadcast('', except: []),
        };
        $connection->send((string) $count);
    });
});
$clients = [RawClient::open($server->address), RawClient::open($server->address), RawClient::open($server->address)];
foreach (['all', 'null', 'array', 'named', 'iterator', 'generator', 'object', 'storage', 'connection', 'empty'] as $how) {
    $clients[1]->text($how);
    echo $how, ': ';
    foreach ($clients as $number => $client) {
        $client->send(PING, 'end');
        while (($next = $client->next()) !== 'pong: end') {
            echo $number, ' ', $next, '; ';
        }
    }
    echo "\n";
}
$server->stop();
?>
--EXPECT--
all: 0 text: to all; 1 text: to all; 1 text: 3; 2 text: to all; 
null: 0 text: to all; 1 text: to all; 1 text: 3; 2 text: to all; 
array: 0 text: to others; 1 text: 2; 2 text: to others; 
named: 0 text: to others; 1 text: 2; 2 text: to others; 
iterator: 0 binary: to others; 1 text: 2; 2 binary: to others; 
generator: 1 text: to me alone; 1 text: 1; 
object: 0 text: to others; 1 text: 2; 2 text: to others; 
storage: 0 text: to others; 1 text: 2; 2 text: to others; 
connection: 0 text: to others; 1 text: 2; 2 text: to others; 
empty: 0 text:; 1 text:; 1 text: 3; 2 text:; 
server: run() has returned
exit status 0
