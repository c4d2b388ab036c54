--TEST--
Server: what cannot be inflated, or is compressed without agreement, closes the connection
--EXTENSIONS--
websocket
pcntl
zlib
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo(['compression' => true]);
$cut = fn (string $answer) => preg_replace('/(close: \d+) .*,/', '$1,', $answer);
echo 'garbage: ', $cut(RawClient::deflating($server->address)->send(TEXT, "\xff\xff\xff\xff\xff", true, RSV1)->rest()), "\n";
$client = RawClient::deflating($server->address);
echo 'inflates to what is not UTF-8: ', $cut($client->send(TEXT, $client->compressed(TEXT, "\xff\xfe"), true, RSV1)->rest()), "\n";
echo 'RSV1 on a continuation: ', $cut(RawClient::deflating($server->address)->send(TEXT, 'x', false)->send(CONTINUATION, 'x', true, RSV1)->rest()), "\n";
echo 'RSV1 on a ping: ', $cut(RawClient::deflating($server->address)->send(PING, 'x', true, RSV1)->rest()), "\n";
echo 'not agreed: ', $cut(RawClient::open($server->address)->send(TEXT, 'x', true, RSV1)->rest()), "\n";
$client = RawClient::deflating($server->address);
echo 'others: ', $client->send(TEXT, $client->compressed(TEXT, 'fine'), true, RSV1)->next(), "\n";
$server->stop();
?>
--EXPECT--
garbage: close: 1007, end
inflates to what is not UTF-8: close: 1007, end
RSV1 on a continuation: close: 1002, end
RSV1 on a ping: close: 1002, end
not agreed: close: 1002, end
others: text: fine
server: run() has returned
exit status 0
