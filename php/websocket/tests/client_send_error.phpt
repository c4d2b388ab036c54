--TEST--
Client: what may not be sent is refused before it connects
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

$client = new Client('ws://127.0.0.1:1');
echo threw(fn () => $client->send("\xff")), "\n";
echo threw(fn () => $client->send('x', MessageType::Continuation)), "\n";
echo threw(fn () => $client->send('x', MessageType::Close)), "\n";
echo threw(fn () => $client->send(str_repeat('x', 126), MessageType::Ping)), "\n";
foreach ([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, -1, 1 << 40] as $code) {
    echo threw(fn () => $client->close($code)), "\n";
}
echo threw(fn () => $client->close(1000, str_repeat('x', 124))), "\n";
echo threw(fn () => $client->close(1000, "\xff")), "\n";
?>
--EXPECT--
ValueError 0: WebSocket\Client::send(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
ValueError 0: WebSocket\Client::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes
ValueError 0: WebSocket\Client::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes
ValueError 0: WebSocket\Client::send(): Argument #1 ($payload) must have at most 125 bytes for a ping or pong, 126 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 0 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 999 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1004 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1005 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1006 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1015 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 2999 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 5000 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, -1 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1099511627776 given
ValueError 0: WebSocket\Client::close(): Argument #2 ($reason) must have at most 123 bytes, to fit a close frame; it has 124
ValueError 0: WebSocket\Client::close(): Argument #2 ($reason) must be valid UTF-8
