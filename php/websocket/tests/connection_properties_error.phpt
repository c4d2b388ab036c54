--TEST--
Connection: its properties are read only, but for data
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection) use ($say) {
        foreach (['id', 'remoteAddress', 'subprotocol', 'request', 'bufferedAmount', 'idleMs', 'other'] as $name) {
            attempt(function () use ($connection, $name) { $connection->$name = 'x'; });
            attempt(function () use ($connection, $name) { unset($connection->$name); });
            attempt(function () use ($connection, $name) { $reference = &$connection->$name; });
        }
        $connection->data = [1];
        $connection->data[] = 2;
        $reference = &$connection->data;
        $reference[] = 3;
        $say(json_encode($connection->data));
        unset($connection->data);
        attempt(fn () => clone $connection);
        attempt(fn () => serialize($connection));
        attempt(fn () => new WebSocket\Connection());
        attempt(fn () => (new ReflectionClass($connection))->newInstanceWithoutConstructor());
    });
});
$client = RawClient::open($server->address)->text('x');
$server->show(26);
$server->stop();
?>
--EXPECT--
server: Error: Cannot initialize readonly property WebSocket\Connection::$id from global scope
server: Error: Cannot unset readonly property WebSocket\Connection::$id from global scope
server: Error: Cannot indirectly modify readonly property WebSocket\Connection::$id
server: Error: Cannot initialize readonly property WebSocket\Connection::$remoteAddress from global scope
server: Error: Cannot unset readonly property WebSocket\Connection::$remoteAddress from global scope
server: Error: Cannot indirectly modify readonly property WebSocket\Connection::$remoteAddress
server: Error: Cannot modify readonly property WebSocket\Connection::$subprotocol
server: Error: Cannot unset readonly property WebSocket\Connection::$subprotocol
server: Error: Cannot modify readonly property WebSocket\Connection::$subprotocol
server: Error: Cannot initialize readonly property WebSocket\Connection::$request from global scope
server: Error: Cannot unset readonly property WebSocket\Connection::$request from global scope
server: Error: Cannot indirectly modify readonly property WebSocket\Connection::$request
server: Error: Cannot initialize readonly property WebSocket\Connection::$bufferedAmount from global scope
server: Error: Cannot unset readonly property WebSocket\Connection::$bufferedAmount from global scope
server: Error: Cannot indirectly modify readonly property WebSocket\Connection::$bufferedAmount
server: Error: Cannot initialize readonly property WebSocket\Connection::$idleMs from global scope
server: Error: Cannot unset readonly property WebSocket\Connection::$idleMs from global scope
server: Error: Cannot indirectly modify readonly property WebSocket\Connection::$idleMs
server: Error: Cannot create dynamic property WebSocket\Connection::$other
server: nothing thrown
server: Error: Cannot create dynamic property WebSocket\Connection::$other
server: [1,2,3]
server: Error: Trying to clone an uncloneable object of class WebSocket\Connection
server: Exception: Serialization of 'WebSocket\Connection' is not allowed
server: Error: Call to private WebSocket\Connection::__construct() from global scope
server: ReflectionException: Class WebSocket\Connection is an internal class marked as final that cannot be instantiated without invoking its constructor
server: run() has returned
exit status 0
