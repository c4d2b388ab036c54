--TEST--
Workers: maxConnections counts in each process
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$server = serve_workers(2, fn (WebSocket\Server $server) => on_message($server), ['maxConnections' => 2]);
$clients = open_clients($server, 4);
echo implode(' ', array_keys($clients)), "\n";
echo RawClient::connect($server->address)->upgrade(), "\n";
echo RawClient::connect($server->address)->upgrade(), "\n";
$clients['0.1']->close()->rest();
// The place is free as soon as worker 0 has heard of the end, and the next connection is its.
for ($tries = 0; $tries < 500; $tries++) {
    $client = RawClient::connect($server->address);
    if (str_starts_with($client->upgrade(), '101')) {
        echo preg_replace('/\d+$/', 'N', $client->text('id')->next()), "\n";
        break;
    }
}
$server->stop();
?>
--EXPECTF--
0.1 0.2 1.1 1.2
503 Service Unavailable%A
503 Service Unavailable%A
text: 0.N
server: run() has returned
exit status 0
