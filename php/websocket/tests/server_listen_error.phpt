--TEST--
Server: listen() says at once what is wrong, and with which address
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = new WebSocket\Server();
attempt(fn () => $server->listen('', 80));
attempt(fn () => $server->listen("127.0.0.1\0", 80));
attempt(fn () => $server->listen('127.0.0.1', -1));
attempt(fn () => $server->listen('127.0.0.1', 65536));
attempt(fn () => $server->listen('127.0.0.1', '80x'));
attempt(fn () => $server->listen());
attempt(fn () => $server->getAddress());
$taken = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(stream_socket_get_name($taken, false), strlen('127.0.0.1:'));
try {
    $server->listen('127.0.0.1', $port);
} catch (RuntimeException $exception) {
    echo str_replace((string) $port, 'port', $exception->getMessage()), ' ', $exception->getCode() === 98 ? 'EADDRINUSE' : $exception->getCode(), "\n";
}
try {
    $server->listen('192.0.2.1', 0);
} catch (RuntimeException $exception) {
    echo $exception->getMessage(), "\n";
}
try {
    $server->listen('name.invalid', 80);
} catch (RuntimeException $exception) {
    echo str_starts_with($exception->getMessage(), 'Cannot listen on name.invalid:80: ') ? 'a name without an address' : $exception->getMessage(), "\n";
}
attempt(fn () => $server->listen('unix:'));
foreach (['unix:/', 'unix:/no/such/folder/socket', 'unix:/' . str_repeat('x', 200), 'unix:' . __FILE__] as $path) {
    try {
        $server->listen($path);
        echo "bound\n";
    } catch (RuntimeException|ValueError $exception) {
        echo rtrim(substr(str_replace(__FILE__, 'this file', $exception->getMessage()), 0, 60)), "\n";
    }
}
echo file_exists(__FILE__) ? "this file is still there\n" : "this file is gone\n";
$server->listen('127.0.0.1');
$other = new WebSocket\Server();
attempt(fn () => $other->run());
attempt(fn () => $other->poll());
attempt(fn () => $other->getStream());
$server->poll();
attempt(fn () => $server->listen('127.0.0.1'));
?>
--EXPECT--
ValueError: WebSocket\Server::listen(): Argument #1 ($host) must be an IP address, a name, or unix:/path
ValueError: WebSocket\Server::listen(): Argument #1 ($host) must not contain any null bytes
ValueError: WebSocket\Server::listen(): Argument #2 ($port) must be between 0 and 65535, -1 given
ValueError: WebSocket\Server::listen(): Argument #2 ($port) must be between 0 and 65535, 65536 given
TypeError: WebSocket\Server::listen(): Argument #2 ($port) must be of type int, string given
ArgumentCountError: WebSocket\Server::listen() expects at least 1 argument, 0 given
Error: listen() must be called before getAddress()
Cannot listen on 127.0.0.1:port: Address already in use (os error 98) EADDRINUSE
Cannot listen on 192.0.2.1:0: Cannot assign requested address (os error 99)
a name without an address
ValueError: WebSocket\Server::listen(): Argument #1 ($host) must be an IP address, a name, or unix:/path
Cannot listen on unix:/: Address already in use (os error 98
Cannot listen on unix:/no/such/folder/socket: No such file o
Cannot listen on unix:/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
Cannot listen on unix:this file: Address already in use (os
this file is still there
Error: Nothing is listened to: call listen() first
Error: Nothing is listened to: call listen() first
Error: Nothing is listened to: call listen() first
Error: The server runs already: listen() comes before run() and poll()
