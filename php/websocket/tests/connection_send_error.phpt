--TEST--
Connection: what cannot be sent is refused, and the connection is as it was
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function (WebSocket\Connection $connection): void {
        $cases = [['send', "\xff"], ['send', "\xed\xa0\x80"], ['sendText', "\xff"], ['trySend', "\xff"], ['send', 'x', WebSocket\MessageType::Continuation], ['send', 'x', WebSocket\MessageType::Close],
            ['trySend', 'x', WebSocket\MessageType::Close], ['send', str_repeat('x', 126), WebSocket\MessageType::Ping], ['send', str_repeat('x', 126), WebSocket\MessageType::Pong], ['ping', str_repeat('x', 126)],
            ['send'], ['send', []], ['send', 'x', 1], ['send', 'x', 'Text'], ['send', 'x', WebSocket\MessageType::Text, 1], ['sendBinary'], ['ping', 'x', 'y'],
            ['close', 999], ['close', 1004], ['close', 1005], ['close', 1006], ['close', 1015], ['close', 1016], ['close', 2999], ['close', 5000], ['close', -1], ['close', 66536], ['close', 1000, str_repeat('x', 124)], ['close', 1000, "\xff"], ['close', 'x'],
            ['subscribe', ''], ['subscribe', str_repeat('x', 256)], ['subscribe'], ['receive'], ['getIterator', 1]];
        foreach ($cases as $arguments) {
            $method = array_shift($arguments);
            attempt(fn () => $connection->$method(...$arguments));
        }
        $connection->send('still open');
    });
});
$client = RawClient::open($server->address)->text('x');
echo $client->next(), "\n";
$server->stop();
?>
--EXPECT--
text: still open
server: ValueError: WebSocket\Connection::send(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Connection::send(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Connection::sendText(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Connection::trySend(): Argument #1 ($payload) must be UTF-8 to be sent as text: use MessageType::Binary for other bytes
server: ValueError: WebSocket\Connection::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes
server: ValueError: WebSocket\Connection::send(): Argument #2 ($type) must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes
server: ValueError: WebSocket\Connection::trySend(): Argument #2 ($type) must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes
server: ValueError: WebSocket\Connection::send(): Argument #1 ($payload) must have at most 125 bytes for a ping or pong, 126 given
server: ValueError: WebSocket\Connection::send(): Argument #1 ($payload) must have at most 125 bytes for a ping or pong, 126 given
server: ValueError: WebSocket\Connection::ping(): Argument #1 ($payload) must have at most 125 bytes, 126 given
server: ArgumentCountError: WebSocket\Connection::send() expects at least 1 argument, 0 given
server: TypeError: WebSocket\Connection::send(): Argument #1 ($payload) must be of type string, array given
server: TypeError: WebSocket\Connection::send(): Argument #2 ($type) must be of type WebSocket\MessageType, int given
server: TypeError: WebSocket\Connection::send(): Argument #2 ($type) must be of type WebSocket\MessageType, string given
server: ArgumentCountError: WebSocket\Connection::send() expects at most 2 arguments, 3 given
server: ArgumentCountError: WebSocket\Connection::sendBinary() expects exactly 1 argument, 0 given
server: ArgumentCountError: WebSocket\Connection::ping() expects at most 1 argument, 2 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 999 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1004 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1005 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1006 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1015 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1016 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 2999 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 5000 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, -1 given
server: ValueError: WebSocket\Connection::close(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 66536 given
server: ValueError: WebSocket\Connection::close(): Argument #2 ($reason) must have at most 123 bytes, to fit a close frame; it has 124
server: ValueError: WebSocket\Connection::close(): Argument #2 ($reason) must be valid UTF-8
server: TypeError: WebSocket\Connection::close(): Argument #1 ($code) must be of type int, string given
server: ValueError: WebSocket\Connection::subscribe(): Argument #1 ($topic) must have 1 to 255 bytes, 0 given
server: ValueError: WebSocket\Connection::subscribe(): Argument #1 ($topic) must have 1 to 255 bytes, 256 given
server: ArgumentCountError: WebSocket\Connection::subscribe() expects exactly 1 argument, 0 given
server: Error: Messages can be waited for inside of a handler of Server::handle() alone: elsewhere they come to the handler of onMessage()
server: ArgumentCountError: WebSocket\Connection::getIterator() expects exactly 0 arguments, 1 given
server: run() has returned
exit status 0
