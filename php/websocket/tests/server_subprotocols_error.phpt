--TEST--
Server: subprotocols() refuses what is no token, what is named twice, and while running
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
attempt(fn () => (new WebSocket\Server())->subprotocols('a', 'not a token'));
attempt(fn () => (new WebSocket\Server())->subprotocols(''));
attempt(fn () => (new WebSocket\Server())->subprotocols("a\0b"));
attempt(fn () => (new WebSocket\Server())->subprotocols('a', 'b', 'a'));
attempt(fn () => (new WebSocket\Server())->subprotocols(['a']));
attempt(fn () => (new WebSocket\Server())->subprotocols());
$server = new WebSocket\Server();
$server->listen('127.0.0.1');
$server->poll();
attempt(fn () => $server->subprotocols('a'));
?>
--EXPECT--
ValueError: WebSocket\Server::subprotocols(): Argument #2 must be a token, as RFC 9110 has them: "not a token" given
ValueError: WebSocket\Server::subprotocols(): Argument #1 must be a token, as RFC 9110 has them: "" given
ValueError: WebSocket\Server::subprotocols(): Argument #1 must be a token, as RFC 9110 has them: "a" given
ValueError: WebSocket\Server::subprotocols(): Argument #3 must not be named twice: "a"
TypeError: WebSocket\Server::subprotocols(): Argument #1 must be of type string, array given
nothing thrown
Error: The server runs already: subprotocols() comes before run() and poll()
