--TEST--
Workers: what keeps a server from beginning is an exception of run(), and no process is forked
--EXTENSIONS--
websocket
openssl
--FILE--
<?php
require __DIR__ . '/server/certificate.inc';
[$certificate, $key] = make_certificate(make_folder());
$server = new WebSocket\Server(['workers' => 2, 'tls' => new WebSocket\TlsOptions($certificate, $key)]);
$server->listen('127.0.0.1');
$server->onWorkerStart(function (): void {
    echo "a worker begins\n";
});
file_put_contents($certificate, 'nonsense');
try {
    $server->run();
} catch (RuntimeException $thrown) {
    echo get_class($thrown), ': ', str_replace($certificate, 'FILE', $thrown->getMessage()), "\n";
}
try {
    $server->run();
} catch (Error $thrown) {
    echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
}
?>
--EXPECTF--
RuntimeException: The server cannot begin: FILE: %s
Error: Nothing is listened to: call listen() first
