--TEST--
ServerOptions: paths are where upgrades are accepted, with any query
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['paths' => ['/', '/chat']]);
foreach (['/', '/chat', '/chat?a=b', '/?x', '/chat/', '/other', '/CHAT', '//chat'] as $target) {
    echo $target, ': ', RawClient::connect($server->address)->upgrade(target: $target), "\n";
}
$server->stop();
?>
--EXPECT--
/: 101 Switching Protocols
/chat: 101 Switching Protocols
/chat?a=b: 101 Switching Protocols
/?x: 101 Switching Protocols
/chat/: 404 Not Found: There is no WebSocket at this path.
/other: 404 Not Found: There is no WebSocket at this path.
/CHAT: 404 Not Found: There is no WebSocket at this path.
//chat: 404 Not Found: There is no WebSocket at this path.
server: run() has returned
exit status 0
