--TEST--
Workers: an attached PusherClient receives its channels in each of them
--EXTENSIONS--
websocket
pcntl
--SKIPIF--
<?php
require __DIR__ . '/server/baton.inc';
if (Baton::binary() === null) die('skip the baton binary is not built');
?>
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
require __DIR__ . '/server/baton.inc';
$baton = new Baton();
$url = $baton->url;
$server = serve_workers(2, function (WebSocket\Server $server) use ($url): void {
    $client = new WebSocket\PusherClient($url, 'app-key', 'app-secret');
    $client->subscribe('news', function (string $event, string $data) use ($server): void {
        foreach ($server->getConnections() as $connection) {
            $connection->send("$event: $data");
        }
    });
    $client->attach($server);
    on_message($server);
});
$clients = open_clients($server, 2);
$publisher = new WebSocket\PusherClient($url, 'app-key', 'app-secret');
// When a worker's client has subscribed is not reported, so the event is repeated until both have received it.
$heard = [];
foreach ($clients as $id => $client) {
    stream_set_timeout($client->stream, 0, 50_000);
    for ($tries = 0; $tries < 100 && !isset($heard[$id]); $tries++) {
        $publisher->publish('news', 'said', 'hello');
        $word = $client->next();
        $word === 'nothing' || $heard[$id] = $word;
    }
}
print_r($heard);
$server->stop();
?>
--EXPECT--
Array
(
    [0.1] => text: said: hello
    [1.1] => text: said: hello
)
server: run() has returned
exit status 0
