--TEST--
Fibers: a client's receive() gives up at its time, and the loop goes on until then
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server) use ($url): void {
    $server->handle(function (WebSocket\Connection $connection) use ($server, $url): void {
        $ticks = 0;
        $timer = $server->tick(5, function () use (&$ticks): void {
            $ticks++;
        });
        $client = new WebSocket\Client($url);
        $client->send('ask something');
        $began = hrtime(true);
        $answer = $client->receive(100);
        $took = (hrtime(true) - $began) / 1e6;
        $connection->send(json_encode($answer) . ($took >= 99 && $took < 5000 ? ' in time' : " in $took ms"));
        $connection->send($ticks > 3 ? 'ticks meanwhile' : "$ticks ticks");
        $connection->send(json_encode($client->receive(0)));
        $connection->send('ask');
        // The same client goes on.
        $connection->send(json_encode($client->receive()));
    });
});
$client = RawClient::open($server->address);
echo $client->next(), "\n", $client->next(), "\n", $client->next(), "\n";
$client->next();
$back->say();
echo $client->next(), "\n", $client->close()->rest(), "\n";
$server->stop();
?>
--EXPECT--
text: null in time
text: ticks meanwhile
text: null
text: "answer to something"
close: 1000, end
server: run() has returned
exit status 0
