--TEST--
Workers: what keeps a server from beginning is an exception of run(), and no process is forked
--EXTENSIONS--
websocket
--FILE--
<?php
$server = new WebSocket\Server(['workers' => 2, 'tls' => new WebSocket\TlsOptions(__FILE__, __FILE__)]);
$server->listen('127.0.0.1');
$server->onWorkerStart(function (): void {
    echo "a worker begins\n";
});
try {
    $server->run();
} catch (RuntimeException $thrown) {
    echo get_class($thrown), ': ', str_replace(__FILE__, 'FILE', $thrown->getMessage()), "\n";
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
