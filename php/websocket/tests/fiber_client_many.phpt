--TEST--
Fibers: many of them wait at once, each for a client of its own
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
const FIBERS = 60;
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server) use ($url): void {
    $server->handle(function (WebSocket\Connection $connection) use ($url): void {
        $client = new WebSocket\Client($url);
        foreach ($connection as $message) {
            $client->send("ask $message");
            $connection->send($client->receive());
        }
    });
});
$clients = [];
for ($i = 0; $i < FIBERS; $i++) {
    $clients[] = RawClient::open($server->address);
}
for ($round = 0; $round < 3; $round++) {
    foreach ($clients as $i => $client) {
        $client->text("$i in round $round");
    }
    $back->await(FIBERS);
    $back->say();
    $right = 0;
    foreach ($clients as $i => $client) {
        $right += $client->next() === "text: answer to $i in round $round";
    }
    echo "$right answers\n";
}
$server->stop();
?>
--EXPECT--
60 answers
60 answers
60 answers
server: run() has returned
exit status 0
