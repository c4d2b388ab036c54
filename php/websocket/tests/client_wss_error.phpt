--TEST--
Client: a certificate that nobody trusts, or that has another name, is refused with the reason
--EXTENSIONS--
websocket
openssl
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';
require __DIR__ . '/server/certificates.inc';

$certificates = new Certificates();
$others = new Certificates('other.example');
$folder = $certificates->folder;
file_put_contents("$folder/empty.pem", '');
file_put_contents("$folder/broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
foreach ([
    [$certificates->server, []],
    [$certificates->server, ['caFile' => $others->own]],
    [$others->server, ['caFile' => $others->authority]],
    [$others->own, ['caFile' => $others->own]],
    [$certificates->own, ['caFile' => $certificates->authority]],
    [$certificates->server, ['caFile' => "$folder/nowhere.pem"]],
    [$certificates->server, ['caFile' => "$folder/empty.pem"]],
    [$certificates->server, ['caFile' => "$folder/broken.pem"]],
] as [$certificate, $options]) {
    $server = new RawServer('accept();', ssl: ['local_cert' => $certificate]);
    $client = new Client($server->url, $options + ['reconnectAttempts' => 3]);
    echo str_replace([$folder, explode(':', $server->address)[1]], ['FOLDER', 'PORT'], threw($client->connect(...))), "\n";
}

// A server that speaks no TLS.
$server = new RawServer('$c = accept(); fwrite($c, "HTTP/1.1 400 Bad Request\r\n\r\n"); sleep(1);');
echo preg_replace('/:\d+/', ':PORT', threw(fn () => (new Client(str_replace('ws:', 'wss:', $server->url)))->connect()), 1), "\n";
?>
--EXPECT--
WebSocket\ConnectionException 0: TLS with localhost:PORT failed: nobody who is trusted has signed the server's certificate; caFile names others to trust
WebSocket\ConnectionException 0: TLS with localhost:PORT failed: nobody who is trusted has signed the server's certificate; caFile names others to trust
WebSocket\ConnectionException 0: TLS with localhost:PORT failed: invalid peer certificate: certificate not valid for name "localhost"; certificate is only valid for DnsName("other.example")
WebSocket\ConnectionException 0: TLS with localhost:PORT failed: invalid peer certificate: certificate not valid for name "localhost"; certificate is only valid for DnsName("other.example")
WebSocket\ConnectionException 0: TLS with localhost:PORT failed: nobody who is trusted has signed the server's certificate; caFile names others to trust
WebSocket\ConnectionException 0: the certificates in FOLDER/nowhere.pem (caFile) cannot be read: I/O error: No such file or directory (os error 2)
WebSocket\ConnectionException 0: the certificates in FOLDER/empty.pem (caFile) cannot be read: there is no certificate in it, expected PEM with a line -----BEGIN CERTIFICATE-----
WebSocket\ConnectionException 0: none of the certificates to trust (caFile) can be read
WebSocket\ConnectionException 0: TLS with 127.0.0.1:PORT failed: the server does not speak TLS on this port; without TLS the URL begins with ws://
