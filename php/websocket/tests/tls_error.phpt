--TEST--
Server: certificates that cannot be read are named, by listen() already
--EXTENSIONS--
websocket
openssl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
require __DIR__ . '/server/certificate.inc';
use WebSocket\{Server, TlsOptions};
$folder = make_folder();
[$certificate, $key] = make_certificate($folder);
file_put_contents("$folder/nonsense.pem", 'nonsense');
$cases = [
    ["$folder/none.pem", $key], [$certificate, "$folder/none.pem"], ["$folder/nonsense.pem", $key], [$certificate, "$folder/nonsense.pem"], [$certificate, $certificate], [$key, $key],
];
foreach ($cases as [$one, $two]) {
    $server = new Server(['tls' => new TlsOptions($one, $two)]);
    try {
        $server->listen('127.0.0.1');
        echo "nothing thrown\n";
    } catch (RuntimeException $exception) {
        echo str_replace($folder, 'folder', $exception->getMessage()), "\n";
    }
}
mkdir("$folder/other");
[$other, $other_key] = make_certificate("$folder/other");
try {
    (new Server(['tls' => new TlsOptions($certificate, $other_key)]))->listen('127.0.0.1');
    echo "nothing thrown\n";
} catch (RuntimeException $exception) {
    echo str_replace($folder, 'folder', $exception->getMessage()), "\n";
}
array_map(unlink(...), glob("$folder/other/*"));
rmdir("$folder/other");
attempt(fn () => (new Server())->reloadTls());
$server = new Server(['tls' => new TlsOptions($certificate, $key)]);
attempt(fn () => $server->reloadTls());
unlink($key);
try {
    $server->reloadTls();
    echo "nothing thrown\n";
} catch (RuntimeException $exception) {
    echo str_replace($folder, 'folder', $exception->getMessage()), "\n";
}
?>
--EXPECT--
folder/none.pem: the file cannot be read: No such file or directory (os error 2)
folder/none.pem: the file cannot be read: No such file or directory (os error 2)
folder/nonsense.pem: there is no certificate in it: expected PEM, with a line -----BEGIN CERTIFICATE-----
folder/nonsense.pem: there is no private key in it: expected PEM, with a line -----BEGIN PRIVATE KEY-----, and without a passphrase
folder/certificate.pem: there is no private key in it: expected PEM, with a line -----BEGIN PRIVATE KEY-----, and without a passphrase
folder/key.pem: there is no certificate in it: expected PEM, with a line -----BEGIN CERTIFICATE-----
folder/other/key.pem: this key does not belong to the certificate in folder/certificate.pem: the first certificate in that file has to be the server's own
Error: This server has no TLS: set ServerOptions::$tls
nothing thrown
folder/key.pem: the file cannot be read: No such file or directory (os error 2)
