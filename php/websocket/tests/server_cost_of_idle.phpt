--TEST--
Server: what an echo costs does not depend on how many connections are idle
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
// By counts and not by the clock: each echo is one read and one write, whoever else is there.
$counts = [];
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(fn ($connection, $payload) => $connection->send($payload === 'stats' ? json_encode($server->stats()) : $payload));
});
$client = RawClient::open($server->address);
$idle = [];
foreach ([0, 300] as $count) {
    while (count($idle) < $count) {
        $idle[] = RawClient::open($server->address);
    }
    $before = json_decode(substr($client->text('stats')->next() === '' ? '' : '{}', 0), true);
    $first = json_decode($client->text('stats')->read()[1], true);
    for ($i = 0; $i < 100; $i++) {
        $client->text('echo')->next();
    }
    $last = json_decode($client->text('stats')->read()[1], true);
    echo "$count idle: ", $last['reads'] - $first['reads'] <= 202 ? 'reads as expected' : $last['reads'] - $first['reads'] . ' reads', ', ', $last['writes'] - $first['writes'], " writes\n";
}
$server->stop();
?>
--EXPECT--
0 idle: reads as expected, 101 writes
300 idle: reads as expected, 101 writes
server: run() has returned
exit status 0
