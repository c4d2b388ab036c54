--TEST--
Server: a socket that nobody listens on is replaced, one that is served is not
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$path = sys_get_temp_dir() . '/websocket-' . getmypid() . '.sock';
$abandoned = stream_socket_server("unix://$path");
fclose($abandoned);
echo file_exists($path) ? "abandoned\n" : "not there\n";
$server = serve_echo([]);
$server->stop();
$server = serve(fn ($server) => $server->onMessage(fn ($connection, $payload) => $connection->send($payload)), [], "unix:$path");
echo RawClient::open("unix:$path")->text('hello')->next(), "\n";
try {
    (new WebSocket\Server())->listen("unix:$path");
} catch (RuntimeException $exception) {
    echo str_replace($path, 'path', $exception->getMessage()), "\n";
}
echo RawClient::open("unix:$path")->text('hello')->next(), "\n";
$server->stop();
echo file_exists($path) ? "left\n" : "gone\n";
?>
--EXPECT--
abandoned
server: run() has returned
exit status 0
text: hello
Cannot listen on unix:path: Address already in use (os error 98)
text: hello
server: run() has returned
exit status 0
gone
