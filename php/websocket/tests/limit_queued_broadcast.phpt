--TEST--
Server: broadcast() and publish() close who has no room with 1013, and leave no gap before it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach (['broadcast', 'publish'] as $how) {
    $server = serve(function (WebSocket\Server $server, Closure $say) use ($how): void {
        say_closes($server, $say);
        $server->onOpen(fn ($connection) => $connection->subscribe('all'));
        $server->onMessage(function ($connection) use ($server, $how) {
            for ($i = 0; $i < 40; $i++) {
                $payload = $i . str_repeat('x', 1 << 20);
                $how === 'broadcast' ? $server->broadcast($payload, except: [$connection]) : $server->publish('all', $payload, except: $connection);
            }
            $connection->send(json_encode(['slow' => $server->stats()['slow']]));
        });
    }, ['maxQueuedBytes' => 4 << 20, 'closeTimeoutMs' => 1000]);
    $slow = RawClient::open($server->address);
    $sender = RawClient::open($server->address);
    echo $sender->text('go')->next(), "\n";
    $server->show();
    for ($i = 0; is_array($frame = $slow->read()) && $frame[0] === TEXT; $i++) {
        if ((int) $frame[1] !== $i) {
            echo "message $i is missing\n";
        }
    }
    echo $i >= 4 && $i < 40 ? 'some came' : "$i came", ', then ', is_array($frame) && $frame[0] === CLOSE ? unpack('n', $frame[1])[1] : 'nothing', "\n";
    echo $sender->send(PING)->next(), "\n";
    $sender->close()->rest();
    $server->show();
    $server->stop();
}
?>
--EXPECT--
text: {"slow":0}
server: closed: 1013 More than 4194304 bytes wait to be read. (not clean)
some came, then 1013
pong:
server: closed: 1000 (clean)
server: run() has returned
exit status 0
text: {"slow":0}
server: closed: 1013 More than 4194304 bytes wait to be read. (not clean)
some came, then 1013
pong:
server: closed: 1000 (clean)
server: run() has returned
exit status 0
