--TEST--
ServerOptions: at maxQueuedBytes send() throws and trySend() says no, until onDrain
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection, $payload) use ($say) {
        $megabyte = str_repeat('x', 1 << 20);
        $sent = 0;
        while ($connection->trySend($megabyte)) {
            $sent++;
        }
        $say($sent >= 4 ? 'sent as much as allowed' : "only $sent were sent");
        $say($connection->bufferedAmount > 3 << 20 && $connection->bufferedAmount <= 4 << 20 ? 'bufferedAmount is near the limit' : "bufferedAmount is $connection->bufferedAmount");
        attempt(fn () => $connection->send($megabyte));
        attempt(fn () => $connection->sendBinary($megabyte));
        attempt(fn () => $connection->sendText($megabyte));
        $say($connection->isOpen() ? 'still open' : 'closed');
        $connection->data = $sent;
    });
    $server->onDrain(function ($connection) use ($say) {
        $say("drained, bufferedAmount is $connection->bufferedAmount");
        $connection->send("$connection->data");
    });
}, ['maxQueuedBytes' => 4 << 20]);
$client = RawClient::open($server->address);
$client->text('fill');
$server->show(6);
$count = 0;
while (($frame = $client->read()) && strlen($frame[1]) === 1 << 20) {
    $count++;
}
echo (int) $frame[1] === $count ? 'all that was sent came' : "$count came of $frame[1]", "\n";
$server->stop();
?>
--EXPECT--
server: sent as much as allowed
server: bufferedAmount is near the limit
server: Error: Failed to send WebSocket frame: more than maxQueuedBytes = 4194304 bytes would wait for this client. trySend() and onDrain() tell when it reads again
server: Error: Failed to send WebSocket frame: more than maxQueuedBytes = 4194304 bytes would wait for this client. trySend() and onDrain() tell when it reads again
server: Error: Failed to send WebSocket frame: more than maxQueuedBytes = 4194304 bytes would wait for this client. trySend() and onDrain() tell when it reads again
server: still open
all that was sent came
server: drained, bufferedAmount is 0
server: run() has returned
exit status 0
