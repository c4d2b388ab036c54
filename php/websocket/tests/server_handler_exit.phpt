--TEST--
Server: exit() in a handler ends the script, and tells the clients
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo([], function (WebSocket\Server $server, Closure $say): void {
    register_shutdown_function(fn () => $say('shutdown'));
    $server->onMessage(function ($connection, $payload) {
        $connection->send('last words');
        exit(7);
    });
});
$other = RawClient::open($server->address);
$client = RawClient::open($server->address);
echo $client->text('exit')->rest(), "\n";
echo $other->rest(), "\n";
$server->wait();
?>
--EXPECT--
text: last words, close: 1001 The server is going away., end
close: 1001 The server is going away., end
server: shutdown
exit status 7
