--TEST--
Client: an answer that is not one to its request is refused
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $changes = [
        ['/Sec-WebSocket-Accept: .*\r/', "Sec-WebSocket-Accept: dGhlIHNhbXBsZSBub25jZQ==\r"],
        ['/Upgrade: websocket/', 'Upgrade: h2c'],
        ['/Connection: Upgrade/', 'Connection: close'],
        ['/\r\n\r\n/', "\r\nSec-WebSocket-Protocol: other\r\n\r\n"],
        ['/\r\n\r\n/', "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"],
    ];
    foreach ($changes as [$pattern, $replacement]) {
        $connection = accept();
        fwrite($connection, preg_replace($pattern, $replacement, agreement(request($connection))));
    }
    PHP);
$client = new Client($server->url, ['subprotocols' => ['chat']]);
for ($i = 0; $i < 5; $i++) {
    echo preg_replace('/.*refused/', 'refused', threw($client->connect(...))), "\n";
}
?>
--EXPECT--
refused the WebSocket handshake: the server's response lacks Sec-WebSocket-Accept or has it wrong
refused the WebSocket handshake: the server's response lacks Upgrade or has it wrong
refused the WebSocket handshake: the server's response lacks Connection or has it wrong
refused the WebSocket handshake: the server's response lacks Sec-WebSocket-Protocol or has it wrong
refused the WebSocket handshake: the server's response lacks Sec-WebSocket-Extensions or has it wrong
