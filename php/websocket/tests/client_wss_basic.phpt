--TEST--
Client: TLS with a certificate that caFile signs, or that is in it, in the host's name
--EXTENSIONS--
websocket
openssl
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';
require __DIR__ . '/server/certificates.inc';

$certificates = new Certificates();
foreach ([[$certificates->server, $certificates->authority], [$certificates->own, $certificates->own]] as [$certificate, $trusted]) {
    $server = new RawServer('$c = accept(); fwrite($c, agreement(request($c))); echo_all($c);', ssl: ['local_cert' => $certificate]);
    $client = new Client($server->url, ['caFile' => $trusted]);
    $payload = random_bytes(300000);
    $client->send($payload, MessageType::Binary);
    var_dump($client->receive() === $payload);
    $client->send('hello');
    var_dump($client->receive(5000));
    $client->close();
    var_dump($client->getCloseCode());
}

// Without a look at the certificate.
$server = new RawServer('$c = accept(); fwrite($c, agreement(request($c))); echo_all($c);', ssl: ['local_cert' => $certificates->own]);
$client = new Client($server->url, ['verifyPeer' => false]);
$client->send('hello');
var_dump($client->receive());
?>
--EXPECT--
bool(true)
string(5) "hello"
int(1000)
bool(true)
string(5) "hello"
int(1000)
string(5) "hello"
