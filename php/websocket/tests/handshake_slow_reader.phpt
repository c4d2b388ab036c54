--TEST--
Handshake: responses larger than the sockets' buffers reach a client that reads late
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $body = str_repeat('x', 12_000_000);
    $server->onHandshake(fn () => throw new WebSocket\HandshakeException(new WebSocket\HandshakeResponse(403, [], $body)));
    $server->onRequest(fn () => $body);
});
$refused = RawClient::connect($server->address);
$refused->ask();
$plain = RawClient::connect($server->address);
$plain->write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
// Others are served while both wait.
echo strlen(RawClient::connect($server->address)->request('GET', '/')), "\n";
echo strlen($refused->response()), ' ', $refused->next(), "\n";
echo strlen($plain->response()), ' ', substr($plain->request('GET', '/'), 0, 6), "\n";
$server->stop();
?>
--EXPECT--
12000008
12000015 end
12000008 200 OK
server: run() has returned
exit status 0
