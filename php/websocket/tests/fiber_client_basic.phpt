--TEST--
Fibers: while one waits for a client of its own, the loop goes on with others, timers and its connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/back.inc';
$back = new Back();
$url = $back->url;
$server = serve(function (WebSocket\Server $server) use ($url): void {
    $ticks = 0;
    $server->tick(1, function () use (&$ticks): void {
        $ticks++;
    });
    $server->handle(function (WebSocket\Connection $connection) use ($url, &$ticks): void {
        foreach ($connection as $message) {
            if ($message !== 'ask') {
                $connection->send("you said $message");
                continue;
            }
            $before = $ticks;
            $client = new WebSocket\Client($url);
            $client->send('ask something');
            $answer = $client->receive();
            $connection->send($answer . ($ticks > $before ? ', with ticks meanwhile' : ', without a tick'));
            $client->close();
            $connection->send('closed with ' . $client->getCloseCode());
        }
    });
});
$asking = RawClient::open($server->address)->text('ask')->text('later');
$back->await();
$other = RawClient::open($server->address);
for ($i = 0; $i < 3; $i++) {
    echo $other->text("hello $i")->next(), "\n";
}
echo $asking->hears_nothing() ? "not answered yet\n" : "answered\n";
$back->say();
echo $asking->next(), "\n", $asking->next(), "\n", $asking->next(), "\n";
$server->stop();
?>
--EXPECT--
text: you said hello 0
text: you said hello 1
text: you said hello 2
not answered yet
text: answer to something, with ticks meanwhile
text: closed with 1000
text: you said later
server: run() has returned
exit status 0
