--TEST--
Client: what inflates to too much, or not at all, closes the connection
--EXTENSIONS--
websocket
zlib
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $deflate = fn ($message) => substr(deflate_add(deflate_init(ZLIB_ENCODING_RAW), $message, ZLIB_SYNC_FLUSH), 0, -4);
    foreach ([$deflate(str_repeat('x', 1 << 24)), $deflate("\xff\xfe"), "\xff\xff\xff"] as $payload) {
        $connection = upgraded("Sec-WebSocket-Extensions: permessage-deflate\r\n");
        fwrite($connection, frame(1, $payload, true, 4));
        say_frame($connection);
    }
    PHP);
for ($i = 0; $i < 3; $i++) {
    $client = new Client($server->url, ['compression' => true, 'maxMessageSize' => 100000]);
    echo threw(fn () => $client->receive()), "\n";
}
echo $server->rest(), "\n";
?>
--EXPECT--
WebSocket\ConnectionException 1009: what the server sent had the connection closed with 1009: message is longer than the limit of 100000 bytes (maxMessageSize)
WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: text is not valid UTF-8
WebSocket\ConnectionException 1007: what the server sent had the connection closed with 1007: compressed message is not valid DEFLATE data
opcode 8: 1009 message is longer than the limit of 100000 bytes
opcode 8: 1007 text is not valid UTF-8
opcode 8: 1007 compressed message is not valid DEFLATE data
