--TEST--
Client: a server that breaks the protocol is told the code, and so is who receives
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $violations = [
        frame(1, "a\xffb"),
        frame(1, "\xed\xa0", false), // fails before the message is complete
        close_frame(1000, "\xff"),
        frame(1, 'masked', mask: 'abcd'),
        frame(3, ''),
        frame(1, 'x', reserved: 4),
        frame(0, 'x'),
        frame(1, 'x', false) . frame(1, 'y'),
        frame(9, str_repeat('x', 126)),
        "\x81\x7e\x00\x01x",
        close_frame(1005),
        frame(8, 'x'),
        frame(2, str_repeat('x', 1001)),
        frame(2, str_repeat('x', 600), false) . frame(0, str_repeat('x', 600), false),
    ];
    foreach ($violations as $violation) {
        $connection = upgraded();
        fwrite($connection, frame(1, 'before') . $violation);
        say_frame($connection);
    }
    PHP);
$client = new Client($server->url, ['maxMessageSize' => 1000]);
for ($i = 0; $i < 14; $i++) {
    $client->connect();
    echo $client->receive(), ', ', threw(fn () => $client->receive()), "\n";
    echo "  ", $server->line(), "\n";
    if ($client->isOpen() || threw(fn () => $client->send('x')) === 'nothing was thrown') {
        echo "it is open still\n";
    }
}
var_dump($client->getCloseCode(), $client->getCloseReason());
?>
--EXPECT--
before, WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: text is not valid UTF-8
  opcode 8: 1007 text is not valid UTF-8
before, WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: text is not valid UTF-8
  opcode 8: 1007 text is not valid UTF-8
before, WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: text is not valid UTF-8
  opcode 8: 1007 text is not valid UTF-8
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: frame from a server is masked
  opcode 8: 1002 frame from a server is masked
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: reserved opcode 0x3
  opcode 8: 1002 reserved opcode 0x3
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: reserved bits 100 set without an extension
  opcode 8: 1002 reserved bits 100 set without an extension
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: continuation frame without an open message
  opcode 8: 1002 continuation frame without an open message
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: new message before the last fragment of the open one
  opcode 8: 1002 new message before the last fragment of the open one
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: control frame is longer than 125 bytes
  opcode 8: 1002 control frame is longer than 125 bytes
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: frame length is not in its shortest form, or has its highest bit set
  opcode 8: 1002 frame length is not in its shortest form, or has its highest bit set
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: close code 1005 may not be sent
  opcode 8: 1002 close code 1005 may not be sent
before, WebSocket\ConnectionException 1002: what the server sent had the connection closed with 1002: close frame of one byte cannot hold a code
  opcode 8: 1002 close frame of one byte cannot hold a code
before, WebSocket\ConnectionException 1009: what the server sent had the connection closed with 1009: message is longer than the limit of 1000 bytes (maxMessageSize)
  opcode 8: 1009 message is longer than the limit of 1000 bytes
before, WebSocket\ConnectionException 1009: what the server sent had the connection closed with 1009: message is longer than the limit of 1000 bytes (maxMessageSize)
  opcode 8: 1009 message is longer than the limit of 1000 bytes
int(1009)
string(46) "message is longer than the limit of 1000 bytes"
