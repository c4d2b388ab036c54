--TEST--
ServerOptions: maxMessageSize holds for whole messages, fragments and what is inflated
--EXTENSIONS--
websocket
pcntl
zlib
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['maxMessageSize' => 1000, 'compression' => true], say_closes(...));
$cut = fn (string $answer) => preg_replace('/1009 .*,/', '1009,', $answer);
$client = RawClient::open($server->address);
echo strlen($client->text(str_repeat('x', 1000))->next()), "\n";
echo 'whole: ', $cut($client->text(str_repeat('x', 1001))->rest()), "\n";
$server->show();
$client = RawClient::open($server->address);
echo 'said at once: ', (function () use ($client) { $client->write("\x82\xff" . pack('J', 1 << 40) . 'mask'); return $client; })()->next() !== 'nothing' ? 'closed' : 'waiting', "\n";
$server->line();
$client = RawClient::open($server->address);
echo 'fragments: ', $cut($client->send(BINARY, str_repeat('x', 600), false)->send(CONTINUATION, str_repeat('x', 600), false)->rest()), "\n";
$server->line();
$client = RawClient::deflating($server->address);
$bomb = $client->compressed(TEXT, str_repeat('x', 50_000_000));
echo strlen($bomb), ' bytes are 50 MB: ', $cut($client->send(TEXT, $bomb, true, RSV1)->rest()), "\n";
$server->line();
$client = RawClient::deflating($server->address);
$small = $client->compressed(TEXT, str_repeat('x', 1000));
echo strlen($client->send(TEXT, $small, true, RSV1)->read()[1]), "\n";
$server->stop();
?>
--EXPECT--
16
whole: close: 1009, end
server: closed: 1009 message is longer than the limit of 1000 bytes (not clean)
said at once: closed
fragments: close: 1009, end
48604 bytes are 50 MB: close: 1009, end
1000
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
