--TEST--
Server: without onRequest plain requests are answered 426
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$client = RawClient::connect($server->address);
echo $client->request('GET', '/'), "\n", $client->header('Upgrade'), ' ', $client->header('Connection'), ', ', $client->next(), "\n";
$server->stop();
?>
--EXPECT--
426 Upgrade Required: Only WebSocket is spoken here.
websocket Upgrade, close, end
server: run() has returned
exit status 0
