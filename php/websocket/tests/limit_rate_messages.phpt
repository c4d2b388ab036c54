--TEST--
ServerOptions: maxMessagesPerSecond and maxControlFramesPerSecond close with 1008
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['maxMessagesPerSecond' => 50, 'maxControlFramesPerSecond' => 60]);
// A second may begin in the middle of these, so there are more than two seconds' worth.
$client = RawClient::open($server->address);
$client->write(str_repeat(RawClient::frame(TEXT, 'x'), 150));
$answer = $client->rest();
echo substr($answer, strpos($answer, 'close')), "\n", substr_count($answer, 'text: x') >= 50 ? 'as many as allowed' : 'fewer than allowed', "\n";
foreach ([PING, PONG] as $opcode) {
    $client = RawClient::open($server->address);
    $client->write(str_repeat(RawClient::frame($opcode, 'x'), 200));
    $answer = $client->rest();
    echo substr($answer, strpos($answer, 'close')), "\n";
}
echo RawClient::open($server->address)->text('others')->next(), "\n";
$server->stop();
?>
--EXPECT--
close: 1008 More than 50 messages in one second., end
as many as allowed
close: 1008 More than 60 pings and pongs in one second., end
close: 1008 More than 60 pings and pongs in one second., end
text: others
server: run() has returned
exit status 0
