--TEST--
Server: listens on addresses of every kind, several at once
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$path = sys_get_temp_dir() . '/websocket-' . getmypid() . '.sock';
$server = ServerProcess::start(function (Closure $say) use ($path): void {
    $server = new WebSocket\Server();
    $server->onMessage(fn ($connection, $payload) => $connection->send(preg_replace('/\d+$/', 'port', $connection->remoteAddress)));
    $addresses = [];
    foreach (['127.0.0.1', 'localhost', "unix:$path", ...(@stream_socket_server('tcp://[::1]:0') ? ['::1', '[::1]'] : [])] as $host) {
        $server->listen($host);
        $addresses[] = $server->getAddress();
    }
    $say(json_encode($addresses, JSON_UNESCAPED_SLASHES));
    $server->run();
    $say(file_exists($path) ? 'the path is left' : 'the path is gone');
    attempt(fn () => $server->getAddress());
});
$shown = [];
foreach (json_decode($server->address) as $address) {
    $shown[] = str_replace($path, 'path', preg_replace('/:\d+$/', ':port', $address)) . ' ' . RawClient::open($address)->text('who am I?')->next();
}
echo $shown[0], "\n", $shown[2], "\n";
foreach (array_slice($shown, 3) as $v6) {
    if ($v6 !== '[::1]:port text: [::1]:port') {
        echo $v6, "\n";
    }
}
$server->stop();
?>
--EXPECT--
127.0.0.1:port text: 127.0.0.1:port
unix:path text: unix:
server: the path is gone
server: Error: listen() must be called before getAddress()
exit status 0
