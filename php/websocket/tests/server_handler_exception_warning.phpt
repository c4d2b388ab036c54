--TEST--
Server: without onError what leaves a handler is a warning, whatever handles errors
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(function ($connection, $payload) {
        if ($payload === 'strict') {
            set_error_handler(fn ($level, $text) => throw new ErrorException($text, 0, $level));
        }
        $payload === 'hello' ? $connection->send($payload) : throw new RuntimeException("boom $payload");
    });
});
foreach (['lax', 'strict', 'again'] as $payload) {
    echo RawClient::open($server->address)->text($payload)->rest(), "\n";
}
echo RawClient::open($server->address)->text('hello')->next(), "\n";
$server->stop();
?>
--EXPECTF--
close: 1011 A handler failed., end
close: 1011 A handler failed., end
close: 1011 A handler failed., end
text: hello
server: Warning: Uncaught RuntimeException: boom lax in %s:%d
%Aserver: Warning: Uncaught %Aboom strict%A
server: Warning: Uncaught %Aboom again%A
server: run() has returned
exit status 0
