--TEST--
Client: foreach gives all messages with their types until the connection is closed
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $connection = upgraded();
    fwrite($connection, frame(1, 'one') . frame(2, 'two') . frame(9, '') . frame(1, '') . frame(1, 'four') . frame(1, 'five') . close_frame(4000));
    say_frame($connection);
    say_frame($connection);
    PHP);
$client = new Client($server->url);
foreach ($client as $type => $message) {
    echo $type->name, ": $message\n";
    if ($message === 'two') {
        break;
    }
}
foreach ($client as $message) {
    echo "$message\n";
    break;
}
$iterator = $client->getIterator();
var_dump($iterator instanceof Iterator);
while ($iterator->valid()) {
    echo $iterator->key()->name, ': ', $iterator->current(), "\n";
    $iterator->next();
}
var_dump($client->getCloseCode());
foreach ($client as $message) {
    echo "nothing comes behind the end\n";
}
echo $server->rest(), "\n";
?>
--EXPECT--
Text: one
Binary: two

bool(true)
Text: four
Text: five
int(4000)
opcode 10: 
opcode 8: 4000 
