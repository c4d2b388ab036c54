--TEST--
Client: it is neither copied nor stored, and lives from its constructor on
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, ConnectionException};
require __DIR__ . '/server/raw.inc';

$client = new Client('ws://127.0.0.1:1');
echo threw(fn () => clone $client), "\n";
echo threw(fn () => serialize($client)), "\n";
echo threw(fn () => unserialize('O:16:"WebSocket\Client":0:{}')), "\n";
echo threw(fn () => $client->__construct('ws://localhost')), "\n";
echo threw(fn () => (new ReflectionClass(Client::class))->newInstanceWithoutConstructor()), "\n";
echo threw(function () use ($client) {
    $client->subprotocol = 'x';
}), "\n";
echo threw(function () use ($client) {
    $client->other = 'x';
}), "\n";
echo threw(function () use ($client) {
    foreach ($client as &$message) {
    }
}), "\n";
// A constructor that throws leaves an object behind for whoever asks for the exception's arguments.
try {
    new Client('nothing');
} catch (ValueError $error) {
    echo get_class($error), "\n";
}
var_dump((new ReflectionClass(ConnectionException::class))->getParentClass()->name);
?>
--EXPECT--
Error 0: Trying to clone an uncloneable object of class WebSocket\Client
Exception 0: Serialization of 'WebSocket\Client' is not allowed
Exception 0: Unserialization of 'WebSocket\Client' is not allowed
Error 0: WebSocket\Client is constructed already
ReflectionException 0: Class WebSocket\Client is an internal class marked as final that cannot be instantiated without invoking its constructor
Error 0: Cannot modify readonly property WebSocket\Client::$subprotocol
Error 0: Cannot create dynamic property WebSocket\Client::$other
Error 0: An iterator cannot be used with foreach by reference
ValueError
string(16) "RuntimeException"
