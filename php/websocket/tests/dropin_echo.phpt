--TEST--
Published API: a program written for it runs as it is
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
// As the published extension's documentation has servers written, in our words.
use WebSocket\{Connection, HandshakeException, HandshakeResponse, MessageType, Request, Server};
$server = ServerProcess::start(function (Closure $say): void {
    $probe = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(stream_socket_get_name($probe, false), strlen('127.0.0.1:'));
    fclose($probe);
    $server = new Server(['maxMessageSize' => 65536, 'maxConnections' => 100]);
    $server->listen('127.0.0.1', $port);
    $server->subprotocols('chat');
    $server->onHandshake(function (Request $request): void {
        if ($request->header('Authorization') !== 'Bearer secret') {
            throw new HandshakeException(new HandshakeResponse(401, ['WWW-Authenticate' => 'Bearer'], 'who are you?'));
        }
    });
    $connections = [];
    $server->onOpen(function (Connection $connection) use (&$connections): void {
        $connections[$connection->id] = $connection;
    });
    $server->onMessage(function (Connection $connection, string $message, MessageType $type) use (&$connections, $server): void {
        if ($message === 'stop') {
            $server->stop();
            return;
        }
        foreach ($connections as $id => $other) {
            $other->send("$connection->subprotocol: $message", $type);
        }
    });
    $server->onClose(function (Connection $connection) use (&$connections, $say): void {
        unset($connections[$connection->id]);
        $say(count($connections) . ' left');
    });
    $say("127.0.0.1:$port");
    $server->run();
    $say('stopped');
});
$refused = RawClient::connect($server->address);
echo $refused->upgrade(), ' ', $refused->header('WWW-Authenticate'), "\n";
$headers = ['Authorization' => 'Bearer secret', 'Sec-WebSocket-Protocol' => 'chat'];
$one = RawClient::open($server->address, $headers);
$two = RawClient::open($server->address, $headers);
$one->text('hello');
echo $one->next(), ', ', $two->next(), "\n";
$two->binary("\x01");
echo $one->next(), ', ', $two->next(), "\n";
$two->close()->rest();
$server->show();
echo $one->text('stop')->next(), "\n";
$one->close(1001)->rest();
$server->wait();
?>
--EXPECT--
401 Unauthorized: who are you? Bearer
text: chat: hello, text: chat: hello
binary: 636861743a2001, binary: 636861743a2001
server: 1 left
close: 1001 The server is going away.
server: 0 left
server: stopped
exit status 0
