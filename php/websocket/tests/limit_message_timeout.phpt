--TEST--
ServerOptions: messageTimeoutMs ends who does not finish a message
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['messageTimeoutMs' => 100]);
$slow = RawClient::open($server->address);
$slow->send(TEXT, 'begin', false);
$frame = RawClient::open($server->address);
$frame->write(substr(RawClient::frame(TEXT, 'hello'), 0, 8));
$whole = RawClient::open($server->address);
echo $slow->rest(), "\n", $frame->rest(), "\n";
echo $whole->send(TEXT, 'a', false)->send(CONTINUATION, 'b')->next(), "\n";
$server->stop();
?>
--EXPECT--
close: 1008 A message must be complete within 100 ms., end
close: 1008 A message must be complete within 100 ms., end
text: ab
server: run() has returned
exit status 0
