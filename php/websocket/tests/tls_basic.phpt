--TEST--
Server: TLS, with a certificate that reloadTls() reads again
--EXTENSIONS--
websocket
pcntl
openssl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
require __DIR__ . '/server/certificate.inc';
$folder = make_folder();
[$certificate, $key, $first] = make_certificate($folder);
$server = serve_echo(new WebSocket\ServerOptions(tls: new WebSocket\TlsOptions($certificate, $key), closeTimeoutMs: 50), function (WebSocket\Server $server, Closure $say) use ($certificate): void {
    $server->onSignal(SIGUSR1, function () use ($server, $say) {
        $server->reloadTls();
        $say('reloaded');
    });
    $server->onSignal(SIGUSR2, fn () => attempt(fn () => $server->reloadTls()));
});
$trust = ['peer_name' => 'localhost', 'cafile' => $certificate, 'allow_self_signed' => true, 'capture_peer_cert' => true];
$seen = fn (RawClient $client) => openssl_x509_fingerprint(stream_context_get_params($client->stream)['options']['ssl']['peer_certificate'], 'sha256');
$old = RawClient::open($server->address, tls: $trust);
echo $old->text('hello')->next(), ', ', $seen($old) === $first ? 'the certificate' : 'another certificate', "\n";
echo stream_get_meta_data($old->stream)['crypto']['protocol'], "\n";
$old->binary(str_repeat('x', 1_000_000));
echo strlen($old->read()[1]), "\n";
$plain = RawClient::connect($server->address);
echo 'plain: ', $plain->upgrade(), "\n";
[, , $second] = make_certificate($folder);
$server->signal(SIGUSR1);
$server->show();
$new = RawClient::open($server->address, tls: $trust);
echo $new->text('hello')->next(), ', ', $seen($new) === $second ? 'the new certificate' : 'another certificate', "\n";
echo $old->text('old')->next(), "\n";
file_put_contents($certificate, 'nonsense');
$server->signal(SIGUSR2);
$line = $server->line();
echo str_contains($line, 'RuntimeException') && str_contains($line, $certificate) ? 'names the file' : $line, "\n";
unlink($key);
file_put_contents($certificate, openssl_x509_read(stream_context_get_params($new->stream)['options']['ssl']['peer_certificate']) ? '' : '');
$client = RawClient::open($server->address, tls: ['verify_peer' => false, 'verify_peer_name' => false]);
echo 'still served: ', $client->text('hello')->next(), "\n";
echo $client->close(1000)->rest(), "\n";
$server->stop();
?>
--EXPECT--
text: hello, the certificate
TLSv1.3
1000000
plain: 400 Bad Request: This port speaks TLS: use wss or https
server: reloaded
text: hello, the new certificate
text: old
names the file
still served: text: hello
close: 1000, end
server: run() has returned
exit status 0
