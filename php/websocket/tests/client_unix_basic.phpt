--TEST--
Client: a socket in the file system
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$path = sys_get_temp_dir() . '/websocket-' . bin2hex(random_bytes(8)) . '.sock';
$server = new RawServer(<<<'PHP'
    $connection = accept();
    $request = request($connection);
    echo strtok($request, "\r\n"), ', ', header_of($request, 'Host'), "\n";
    fwrite($connection, agreement($request));
    echo_all($connection);
    PHP, "unix://$path");
$client = new Client("$server->url:/room?x=1");
$client->send('hello');
var_dump($client->receive());
$client->close();
echo $server->rest(), "\n";
unlink($path);
?>
--EXPECT--
string(5) "hello"
GET /room?x=1 HTTP/1.1, localhost
