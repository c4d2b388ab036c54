--TEST--
Client: pings are answered while receive() and send() wait, and pongs are no messages
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fwrite($connection, frame(9, '') . frame(9, str_repeat('p', 125)) . frame(10, 'unasked'));
    say_frame($connection);
    say_frame($connection);
    say_frame($connection);
    fwrite($connection, frame(1, 'seen'));
    say_frame($connection);
    PHP);
$client = new Client($server->url);
var_dump($client->receive(300));
$client->send('mine', MessageType::Ping);
var_dump($client->receive(10000));
unset($client);
echo $server->rest(), "\n";
?>
--EXPECT--
NULL
string(4) "seen"
opcode 10: 
opcode 10: ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp
opcode 9: mine
opcode 8: 1001 
