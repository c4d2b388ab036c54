--TEST--
ServerOptions: one connection over maxConnections is answered 503, and there is room again when one leaves
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['maxConnections' => 2], say_closes(...));
$one = RawClient::open($server->address);
$two = RawClient::open($server->address);
$three = RawClient::connect($server->address);
echo $three->upgrade(), ' Retry-After ', $three->header('Retry-After'), ', ', $three->next(), "\n";
echo $one->text('one')->next(), ' ', $two->text('two')->next(), "\n";
$one->close()->rest();
$server->show();
echo RawClient::open($server->address)->text('four')->next(), "\n";
$server->stop();
?>
--EXPECT--
503 Service Unavailable: This server has as many connections as it may have. Try again later. Retry-After 5, end
text: one text: two
server: closed: 1000 (clean)
text: four
server: closed: 1006 (not clean)
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
