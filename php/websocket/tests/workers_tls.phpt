--TEST--
Workers: TLS, and a certificate that all of them read again
--EXTENSIONS--
websocket
pcntl
openssl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
require __DIR__ . '/server/certificate.inc';
$folder = make_folder();
[$certificate, $key, $first] = make_certificate($folder);
$server = serve_workers(2, function (WebSocket\Server $server, Closure $say): void {
    on_message($server);
    $server->onSignal(SIGHUP, function () use ($server, $say): void {
        $server->reloadTls();
        $say('reloaded');
    });
}, ['tls' => new WebSocket\TlsOptions($certificate, $key)]);
$trust = ['peer_name' => 'localhost', 'cafile' => $certificate, 'allow_self_signed' => true, 'capture_peer_cert' => true];
$seen = fn (RawClient $client) => openssl_x509_fingerprint(stream_context_get_params($client->stream)['options']['ssl']['peer_certificate'], 'sha256');
$old = open_clients($server, 4, $trust);
foreach ($old as $id => $client) {
    echo "$id: ", $seen($client) === $first ? 'the certificate' : 'another certificate', "\n";
}
[, , $second] = make_certificate($folder);
$server->signal(SIGHUP);
$server->show(2);
foreach ($new = open_clients($server, 2, $trust) as $id => $client) {
    echo "$id: ", $seen($client) === $second ? 'the new certificate' : 'another certificate', "\n";
}
echo $old['0.1']->text('hello')->next(), "\n";
$server->stop();
?>
--EXPECT--
0.1: the certificate
0.2: the certificate
1.1: the certificate
1.2: the certificate
server: reloaded
server: reloaded
0.3: the new certificate
1.3: the new certificate
text: hello
server: run() has returned
exit status 0
