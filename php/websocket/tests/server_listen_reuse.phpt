--TEST--
ServerOptions: reusePort lets several listen on one port
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$one = new WebSocket\Server(['reusePort' => true]);
$one->listen('127.0.0.1');
$port = (int) substr($one->getAddress(), strlen('127.0.0.1:'));
$two = new WebSocket\Server(['reusePort' => true]);
$two->listen('127.0.0.1', $port);
echo $one->getAddress() === $two->getAddress() ? 'one address' : 'two addresses', "\n";
try {
    (new WebSocket\Server())->listen('127.0.0.1', $port);
    echo "bound without reusePort\n";
} catch (RuntimeException $exception) {
    echo "refused without reusePort\n";
}
?>
--EXPECT--
one address
refused without reusePort
