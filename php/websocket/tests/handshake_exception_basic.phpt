--TEST--
HandshakeException: answers the upgrade with any response
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onHandshake(function (WebSocket\Request $request): void {
        match ($request->path) {
            '/none' => throw new WebSocket\HandshakeException(),
            '/429' => throw new WebSocket\HandshakeException(new WebSocket\HandshakeResponse(429, ['Retry-After' => '7', 'Set-Cookie' => ['a=1', 'b=2']], 'slow down')),
            '/204' => throw new WebSocket\HandshakeException(new WebSocket\HandshakeResponse(204)),
            '/401' => throw new WebSocket\HandshakeException(new WebSocket\HandshakeResponse(401, ['Content-Type' => 'application/json', 'Connection' => 'keep-alive'], '{}')),
            default => null,
        };
    });
});
foreach (['/none', '/429', '/204', '/401', '/'] as $path) {
    $client = RawClient::connect($server->address);
    echo $client->upgrade(target: $path), "\n";
    if ($path !== '/') {
        echo substr($client->head, strpos($client->head, "\n") + 1), "\n", $client->next(), "\n";
    }
}
$server->stop();
?>
--EXPECT--
403 Forbidden
Connection: close
Content-Length: 0
end
429 Too Many Requests: slow down
Connection: close
Retry-After: 7
Set-Cookie: a=1
Set-Cookie: b=2
Content-Length: 9
end
204 No Content
Connection: close
end
401 Unauthorized: {}
Connection: close
Content-Type: application/json
Content-Length: 2
end
101 Switching Protocols
server: run() has returned
exit status 0
