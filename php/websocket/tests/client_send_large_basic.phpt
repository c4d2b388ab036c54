--TEST--
Client: a message that does not fit the socket is sent while what comes is kept
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

// It reads a little and answers that at once, so that both sides are full of what the other has yet to read.
$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    take($connection, 2);
    $length = unpack('J', take($connection, 8))[1];
    $mask = take($connection, 4);
    for ($at = 0; $at < $length; $at += 65536) {
        $piece = masked(take($connection, min(65536, $length - $at)), $mask);
        fwrite($connection, frame(2, $piece) . frame(9, ''));
        if ($at % (1 << 20) === 0) {
            usleep(10000);
        }
    }
    $pongs = 0;
    while (($frame = read_frame($connection))[0] === 10) {
        $pongs++;
    }
    echo $pongs > 0 ? 'pings were answered' : 'none', "\n";
    fwrite($connection, close_frame(1000));
    PHP);
$client = new Client($server->url);
$payload = random_bytes(8 << 20);
$client->send($payload, MessageType::Binary);
$back = '';
while (strlen($back) < strlen($payload)) {
    $back .= $client->receive(10000);
}
var_dump($back === $payload);
$client->close();
echo $server->rest(), "\n";
?>
--EXPECT--
bool(true)
pings were answered
