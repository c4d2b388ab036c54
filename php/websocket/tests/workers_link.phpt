--TEST--
Workers: a Link that is attached hears its channels in each of them
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
    $link = new WebSocket\Link($url, 'app-key', 'app-secret');
    $link->subscribe('news', function (string $event, string $data) use ($server): void {
        foreach ($server->getConnections() as $connection) {
            $connection->send("$event: $data");
        }
    });
    $link->attach($server);
    on_message($server);
});
$clients = open_clients($server, 2);
$publisher = new WebSocket\Link($url, 'app-key', 'app-secret');
// Nobody tells when a worker's link has subscribed, so it is said again until both have heard.
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
