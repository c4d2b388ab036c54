--TEST--
Client: with TLS the stream shows messages that the socket does not
--EXTENSIONS--
websocket
openssl
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';
require __DIR__ . '/server/certificates.inc';

$certificates = new Certificates();
// 3,000 messages of 30 bytes are several records, and more than one read of the client.
$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fwrite($connection, str_repeat(frame(1, str_repeat('x', 30)), 3000));
    read_frame($connection);
    PHP, ssl: ['local_cert' => $certificates->server]);
$client = new Client($server->url, ['caFile' => $certificates->authority]);
$stream = $client->getStream();
$count = 0;
do {
    $read = [$stream];
    $write = $except = null;
    $ready = stream_select($read, $write, $except, 0, 300000);
    // One message for each time that it is readable, which asks the most of it.
    if ($ready && $client->receive(0) !== null) {
        $count++;
    }
} while ($ready);
var_dump($count);
?>
--EXPECT--
int(3000)
