--TEST--
Server: getStream() is readable whenever there is something to do, timers included
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = ServerProcess::start(function (Closure $say): void {
    $server = new WebSocket\Server(['closeTimeoutMs' => 50]);
    $server->listen('127.0.0.1');
    $over = false;
    $ticks = 0;
    $server->onMessage(function ($connection, $payload) use (&$over) {
        $connection->send($payload);
        $over = $payload === 'stop';
    });
    $say($server->getAddress());
    $stream = $server->getStream();
    $say(get_resource_type($stream));
    $wait = function (int $microseconds) use ($stream): int {
        [$read, $write, $except] = [[$stream], null, null];
        return stream_select($read, $write, $except, 0, $microseconds);
    };
    $server->poll();
    $say('nothing to do: ' . $wait(0));
    $server->after(20, function () use (&$ticks) { $ticks++; });
    $server->poll(); // which tells the stream of the timer
    $say('a timer: ' . $wait(5_000_000) . ' ' . ($server->poll() >= 1 ? $ticks : 'nothing'));
    $turns = 0;
    while (!$over && $turns++ < 1000) {
        if ($wait(5_000_000)) {
            $server->poll();
        }
    }
    $say($turns < 1000 ? 'waited between turns' : 'did not wait');
    fclose($stream);
    $other = $server->getStream();
    $server->poll();
    $say(is_resource($other) ? 'another stream' : 'none');
});
$server->show(3);
$client = RawClient::open($server->address);
foreach (['one', 'two', 'stop'] as $payload) {
    echo $client->text($payload)->next(), "\n";
}
$server->wait();
?>
--EXPECT--
server: stream
server: nothing to do: 0
server: a timer: 1 1
text: one
text: two
text: stop
server: waited between turns
server: another stream
exit status 0
