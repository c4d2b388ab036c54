--TEST--
Server: a message that memory_limit does not allow ends the process, as it always does
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach (['message', 'handler'] as $where) {
    $server = serve_echo(['maxMessageSize' => 100_000_000], function (WebSocket\Server $server) use ($where): void {
        ini_set('display_errors', '0');
        ini_set('log_errors', '0');
        ini_set('memory_limit', '16M');
        $server->onMessage(fn ($connection, $payload) => str_repeat('x', $where === 'message' ? 1 : 17 << 20));
    });
    $client = RawClient::open($server->address);
    $client->binary(str_repeat('x', $where === 'message' ? 17 << 20 : 1));
    $client->rest();
    $server->wait();
}
?>
--EXPECT--
exit status 255
exit status 255
