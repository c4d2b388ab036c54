--TEST--
ServerOptions: handshakeTimeoutMs ends those who do not ask, or not to the end
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['handshakeTimeoutMs' => 100]);
$silent = RawClient::connect($server->address);
$half = RawClient::connect($server->address);
$half->write("GET / HTTP/1.1\r\nHost: te");
$whole = RawClient::open($server->address);
echo in_array($silent->next(), ['end', 'reset'], true) ? 'gone' : 'still there', "\n";
echo $half->response(), "\n", $half->next(), "\n";
echo $whole->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
gone
408 Request Timeout: The request did not come in time.
end
text: still here
server: run() has returned
exit status 0
