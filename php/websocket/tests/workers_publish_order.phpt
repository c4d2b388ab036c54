--TEST--
Workers: the order of what one publishes is kept at all others, however long the messages are
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
const MESSAGES = 600;
$server = serve_workers(3, function (WebSocket\Server $server): void {
    $server->onOpen(fn ($connection) => $connection->subscribe('all'));
    on_message($server, function ($connection, $payload) use ($server): void {
        for ($i = 0; $i < MESSAGES; $i++) {
            $server->publish('all', str_pad("$payload$i ", $i % 50 ? $i : 70_000, '.'));
        }
    });
});
$clients = array_values(open_clients($server, 3));
$clients[0]->text('a');
$clients[1]->text('b');
foreach ($clients as $worker => $client) {
    $next = ['a' => 0, 'b' => 0];
    for ($i = 0; $i < 2 * MESSAGES; $i++) {
        [, $payload] = $client->read();
        $from = $payload[0];
        $number = (int) substr($payload, 1);
        if ($number !== $next[$from]++ || strlen($payload) !== max($number % 50 ? $number : 70_000, strlen("$from$number "))) {
            echo "client of worker $worker: $from$number of ", strlen($payload), " bytes is not what should come\n";
            break;
        }
    }
    echo "client of worker $worker: ", json_encode($next), ' ', $client->hears_nothing() ? 'and no more' : 'and more', "\n";
}
$server->stop();
?>
--EXPECT--
client of worker 0: {"a":600,"b":600} and no more
client of worker 1: {"a":600,"b":600} and no more
client of worker 2: {"a":600,"b":600} and no more
server: run() has returned
exit status 0
