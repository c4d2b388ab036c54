--TEST--
Client: close() waits for the server's close frame, and for its end
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    say_frame($connection);
    fwrite($connection, frame(1, 'still on its way') . frame(9, 'x'));
    usleep(100000);
    fwrite($connection, close_frame(3001, 'bye'));
    var_dump(fread($connection, 1) === '' && feof($connection));
    usleep(100000);
    PHP);
$client = new Client($server->url);
$client->connect();
$waited = took(fn () => $client->close(4000, 'enough'));
var_dump($waited >= 200 && $waited < 1500);
var_dump($client->isOpen(), $client->getCloseCode(), $client->getCloseReason());
var_dump($client->receive(), $client->receive(0));
$client->close();
echo threw(fn () => $client->send('x')), "\n";
echo $server->rest(), "\n";
?>
--EXPECT--
bool(true)
bool(false)
int(3001)
string(3) "bye"
NULL
NULL
WebSocket\ConnectionException 3001: the connection is closed (3001: bye); connect() makes another one
opcode 8: 4000 enough
bool(true)
