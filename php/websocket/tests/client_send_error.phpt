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
ValueError 0: WebSocket\Client::send(): Argument #1 ($payload) must be UTF-8 as text; other bytes are sent with MessageType::Binary
ValueError 0: WebSocket\Client::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong; whole messages are sent
ValueError 0: WebSocket\Client::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong; close() sends a close frame
ValueError 0: WebSocket\Client::send(): Argument #1 ($payload) must have at most 125 bytes in a ping or pong, 126 given
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 0 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 999 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 1004 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 1005 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 1006 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 1015 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 2999 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 5000 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; -1 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #1 ($code) must be from 1000 to 1003, 1007 to 1014, or 3000 to 4999; 1099511627776 may not be sent
ValueError 0: WebSocket\Client::close(): Argument #2 ($reason) must be UTF-8 of at most 123 bytes
ValueError 0: WebSocket\Client::close(): Argument #2 ($reason) must be UTF-8 of at most 123 bytes
