--TEST--
Client: a forked process that ends says nothing on its parent's TLS
--EXTENSIONS--
websocket
pcntl
openssl
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';
require __DIR__ . '/server/certificates.inc';

$certificates = new Certificates();
$server = new RawServer('echo_all(upgraded());', ssl: ['local_cert' => $certificates->server]);
$client = new Client($server->url, ['caFile' => $certificates->authority]);
$client->connect();
$child = pcntl_fork();
if ($child === 0) {
    exit;
}
pcntl_waitpid($child, $status);
$client->send('still there');
var_dump($client->receive(5000));
$client->close();
var_dump($client->getCloseCode());
?>
--EXPECT--
string(11) "still there"
int(1000)
