--TEST--
Server: topics are joined and left, and forgotten when a connection closes
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection, $payload) use ($server) {
        [$what, $topic, $text] = explode(' ', $payload) + ['', '', ''];
        $connection->send(json_encode(match ($what) {
            'join' => $connection->subscribe($topic),
            'leave' => $connection->unsubscribe($topic),
            'mine' => (function () use ($connection) { $topics = $connection->getTopics(); sort($topics); return $topics; })(),
            'say' => $server->publish($topic, $text),
            'tell' => $server->publish($topic, $text, WebSocket\MessageType::Binary, $connection),
            'many' => (function () use ($connection) { for ($i = 0; $i < 200; $i++) { $connection->subscribe("topic $i"); } return count($connection->getTopics()); })(),
            'stats' => $server->stats()['topics'],
        }));
    });
});
[$a, $b, $c] = [RawClient::open($server->address), RawClient::open($server->address), RawClient::open($server->address)];
$ask = fn (RawClient $client, string $text) => $client->text($text)->next();
echo $ask($a, 'join news'), ' ', $ask($a, 'join news'), ' ', $ask($a, 'join sport'), ' ', $ask($b, 'join news'), ' ', $ask($a, 'mine'), ' ', $ask($c, 'mine'), "\n";
echo $ask($c, 'say news hello'), ' ', $a->next(), ' ', $b->next(), "\n";
echo $ask($a, 'say news x'), ', ', $a->next(), ', ', $b->next(), "\n";
echo $ask($a, 'tell news others'), ', ', $b->next(), "\n";
echo $ask($c, 'say nobody x'), ' ', $ask($c, 'leave news'), ' ', $ask($b, 'leave news'), ' ', $ask($b, 'leave news'), ' ', $ask($c, 'say news again'), ' ', $a->next(), "\n";
echo $ask($c, 'stats'), ' ', $ask($c, 'many'), ' ', $ask($b, 'stats'), "\n";
$c->close()->rest();
echo $ask($b, 'stats'), "\n";
$a->drop();
do {
    $left = $ask($b, 'stats'); // until the server has seen it
} while ($left !== 'text: 0');
echo $ask($b, 'say news nobody'), "\n";
$server->stop();
?>
--EXPECT--
text: null text: null text: null text: null text: ["news","sport"] text: []
text: 2 text: hello text: hello
text: x, text: 2, text: x
text: 1, binary: others
text: 0 text: false text: true text: false text: 1 text: again
text: 2 text: 200 text: 202
text: 2
text: 0
server: run() has returned
exit status 0
