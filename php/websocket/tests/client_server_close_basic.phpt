--TEST--
Client: when the server closes, receive() gives null, and its code and reason are known
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    foreach ([close_frame(1000), close_frame(4321, 'Zoë left'), frame(8, ''), close_frame(1011, 'oops')] as $close) {
        $connection = upgraded();
        fwrite($connection, frame(1, 'last') . $close . frame(1, 'not read'));
        say_frame($connection);
    }
    PHP);
$client = new Client($server->url);
for ($i = 0; $i < 4; $i++) {
    $client->connect();
    var_dump($client->getCloseCode(), $client->receive(), $client->receive(), $client->receive(), $client->isOpen());
    var_dump($client->getCloseCode(), $client->getCloseReason());
    echo $server->line(), "\n", threw(fn () => $client->send('x')), "\n";
}
?>
--EXPECT--
NULL
string(4) "last"
NULL
NULL
bool(false)
int(1000)
string(0) ""
opcode 8: 1000 
WebSocket\ConnectionException 1000: the connection is closed (1000); connect() makes another one
NULL
string(4) "last"
NULL
NULL
bool(false)
int(4321)
string(9) "Zoë left"
opcode 8: 4321 
WebSocket\ConnectionException 4321: the connection is closed (4321: Zoë left); connect() makes another one
NULL
string(4) "last"
NULL
NULL
bool(false)
int(1005)
string(0) ""
opcode 8: 
WebSocket\ConnectionException 1005: the connection is closed (1005); connect() makes another one
NULL
string(4) "last"
NULL
NULL
bool(false)
int(1011)
string(4) "oops"
opcode 8: 1011 
WebSocket\ConnectionException 1011: the connection is closed (1011: oops); connect() makes another one
