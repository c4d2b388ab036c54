--TEST--
Client: a server that does not agree is told with its status
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    foreach (["403 Forbidden\r\n", "500 Oops\r\n", "301 Moved\r\nLocation: wss://elsewhere/x\r\n", '200 OK'] as $status) {
        $connection = accept();
        request($connection);
        fwrite($connection, "HTTP/1.1 $status" . (str_ends_with($status, "\n") ? '' : "\r\n") . "Content-Length: 0\r\n\r\n");
    }
    $connection = accept();
    request($connection);
    fwrite($connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 25\r\n\r\nConnect to /app/{key}.\nX\n");
    fwrite(accept(), "SSH-2.0-OpenSSH_9.2\r\n");
    $connection = accept();
    request($connection);
    fclose($connection);
    $connection = accept();
    request($connection);
    fwrite($connection, "HTTP/1.1 101 Switch");
    fclose($connection);
    PHP);
$client = new Client($server->url);
for ($i = 0; $i < 8; $i++) {
    echo preg_replace('/:\d+/', ':PORT', threw($client->connect(...)), 1), "\n";
}
var_dump($client->isOpen(), $client->getCloseCode());
?>
--EXPECT--
WebSocket\ConnectionException 403: 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 403 instead of 101
WebSocket\ConnectionException 500: 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 500 instead of 101
WebSocket\ConnectionException 301: 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 301 instead of 101; it is at wss://elsewhere/x
WebSocket\ConnectionException 200: 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 200 instead of 101
WebSocket\ConnectionException 404: 127.0.0.1:PORT refused the WebSocket handshake: the server answered with status 404 instead of 101: Connect to /app/{key}.
WebSocket\ConnectionException 0: 127.0.0.1:PORT refused the WebSocket handshake: the server's response is no HTTP head of at most 16384 bytes
WebSocket\ConnectionException 0: 127.0.0.1:PORT ended the connection during the WebSocket handshake, without an answer
WebSocket\ConnectionException 0: 127.0.0.1:PORT ended the connection during the WebSocket handshake, before its answer was complete
bool(false)
NULL
