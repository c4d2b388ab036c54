--TEST--
Server: a broadcast reaches those who compress and those who do not
--EXTENSIONS--
websocket
pcntl
zlib
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$text = str_repeat('the same words again and again ', 50);
foreach ([false, true] as $takeover) {
    $server = serve(function (WebSocket\Server $server): void {
        $server->onMessage(fn ($connection, $payload, $type) => $server->broadcast($payload, $type));
    }, ['compression' => new WebSocket\CompressionOptions(contextTakeover: $takeover)]);
    $plain = RawClient::open($server->address);
    $takes = RawClient::deflating($server->address);
    $none = RawClient::deflating($server->address, 'permessage-deflate; server_no_context_takeover');
    $small = RawClient::deflating($server->address, 'permessage-deflate; server_max_window_bits=10');
    foreach ([$text, $text, 'short', random_bytes(1000)] as $payload) {
        $plain->binary($payload);
        foreach ([$plain, $takes, $none, $small] as $client) {
            [$opcode, $got, $first] = $client->read();
            echo $opcode === BINARY && $got === $payload ? 'same' : 'different', $first & RSV1 ? ' compressed, ' : ' plain, ';
        }
        echo "\n";
    }
    $server->stop();
}
?>
--EXPECT--
same plain, same compressed, same compressed, same plain, 
same plain, same compressed, same compressed, same plain, 
same plain, same plain, same plain, same plain, 
same plain, same plain, same plain, same plain, 
server: run() has returned
exit status 0
same plain, same compressed, same compressed, same compressed, 
same plain, same compressed, same compressed, same compressed, 
same plain, same plain, same plain, same plain, 
same plain, same compressed, same plain, same compressed, 
server: run() has returned
exit status 0
