--TEST--
Server: handlers may take fewer or more arguments than they are given, and be of any kind
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
class Chat
{
    public function message($connection, $payload, $type) { $connection->send("method: $payload"); }
    public static function fixed($connection) { $connection->send('static'); }
    public function __invoke($connection, ...$rest) { $connection->send('invoke with ' . count($rest)); }
    public function __call($name, $arguments) { $arguments[0]->send("magic $name"); }
}
function plain($connection) { $connection->send('function'); }
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $chat = new Chat();
    $handlers = [$chat->message(...), Chat::fixed(...), Closure::fromCallable($chat), $chat->anything(...), plain(...), fn () => $say('none'),
        function (WebSocket\Connection $connection, string $payload, WebSocket\MessageType $type, $more = 'default') { $connection->send($more); },
        fn ($connection, int $payload) => $connection->send("int $payload")];
    $server->onError(fn ($thrown, $connection) => $say(get_class($thrown)));
    $server->onMessage(function ($connection, $payload, $type) use ($handlers) { $handlers[(int) $payload]($connection, $payload, $type); });
    foreach ($handlers as $number => $handler) {
        $server->onPing(fn ($connection, $payload) => [$server->onMessage($handlers[(int) $payload])]);
    }
});
$client = RawClient::open($server->address);
for ($i = 0; $i < 8; $i++) {
    $client->send(PING, "$i")->next();
    $client->text("$i");
    echo $i, ' ', $i === 5 ? $server->line() : $client->next(), "\n";
}
$server->stop();
?>
--EXPECT--
0 text: method: 0
1 text: static
2 text: invoke with 2
3 text: magic anything
4 text: function
5 none
6 text: default
7 text: int 7
server: run() has returned
exit status 0
