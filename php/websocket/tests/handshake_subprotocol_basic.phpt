--TEST--
Server: the first subprotocol that the client offers and the server speaks is agreed on
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->subprotocols('unused');
    $server->subprotocols('chat.v1', 'chat.v2');
    $server->onOpen(fn ($connection) => $say('agreed: ' . json_encode($connection->subprotocol)));
});
foreach (['chat.v2, chat.v1', ['other', 'chat.v1'], 'other', 'CHAT.V1', null, 'unused'] as $offer) {
    $client = RawClient::connect($server->address);
    $client->upgrade($offer ? ['Sec-WebSocket-Protocol' => $offer] : []);
    echo json_encode($offer), ': ', json_encode($client->header('Sec-WebSocket-Protocol')), "\n";
    $server->show();
}
$server->stop();
?>
--EXPECT--
"chat.v2, chat.v1": "chat.v2"
server: agreed: "chat.v2"
["other","chat.v1"]: "chat.v1"
server: agreed: "chat.v1"
"other": null
server: agreed: null
"CHAT.V1": null
server: agreed: null
null: null
server: agreed: null
"unused": null
server: agreed: null
server: run() has returned
exit status 0
