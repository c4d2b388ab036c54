--TEST--
Workers: what is published and broadcast comes to each client once, in all of them, and to nobody who is left out
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(3, function (WebSocket\Server $server): void {
    $server->onOpen(function ($connection) use ($server): void {
        $connection->subscribe(str_ends_with($connection->id, '.1') ? 'first' : 'second');
    });
    on_message($server, function ($connection, $payload) use ($server): void {
        $connection->data[] = match ($payload) {
            'publish' => $server->publish('second', "to the second, from $connection->id", except: $connection),
            'broadcast' => $server->broadcast("to all, from $connection->id", except: [$connection]),
            'binary' => $server->publish('first', "\x00\xff", WebSocket\MessageType::Binary),
            'end' => $server->broadcast('end'),
        };
        if ($payload === 'end') {
            $connection->send('reached here: ' . implode(' ', $connection->data));
        }
    });
});
$clients = open_clients($server, 6);
foreach (['publish', 'broadcast', 'binary', 'end'] as $payload) {
    $clients['1.2']->text($payload);
}
foreach ($clients as $id => $client) {
    $heard = [];
    while (end($heard) !== 'text: end' && count($heard) < 9) {
        $heard[] = $client->next();
    }
    echo "$id: ", implode(', ', $heard), "\n";
}
echo $clients['1.2']->next(), "\n";
foreach ($clients as $client) {
    $client->hears_nothing() || print("more came\n");
}
$server->stop();
?>
--EXPECT--
0.1: text: to all, from 1.2, binary: 00ff, text: end
0.2: text: to the second, from 1.2, text: to all, from 1.2, text: end
1.1: text: to all, from 1.2, binary: 00ff, text: end
1.2: text: end
2.1: text: to all, from 1.2, binary: 00ff, text: end
2.2: text: to the second, from 1.2, text: to all, from 1.2, text: end
text: reached here: 0 1 1 2
server: run() has returned
exit status 0
