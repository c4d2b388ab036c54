--TEST--
Client: whatever takes too long while connecting is named, with the option to raise
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Client;
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    $silent = accept();
    $slow = accept();
    foreach (str_split(agreement(request($slow))) as $byte) {
        @fwrite($slow, $byte);
        usleep(20000);
    }
    accept();
    PHP);
foreach ([$server->url, $server->url, str_replace('ws://', 'wss://', $server->url)] as $url) {
    $waited = took(function () use ($url) {
        $client = new Client($url, ['connectTimeoutMs' => 200]);
        echo preg_replace('/:\d+/', ':PORT', threw($client->connect(...)), 1), "\n";
    });
    var_dump($waited >= 200 && $waited < 1500);
}
?>
--EXPECT--
WebSocket\ConnectionException 110: 127.0.0.1:PORT did not answer the WebSocket handshake within 200 ms (connectTimeoutMs)
bool(true)
WebSocket\ConnectionException 110: 127.0.0.1:PORT did not answer the WebSocket handshake within 200 ms (connectTimeoutMs)
bool(true)
WebSocket\ConnectionException 110: TLS with 127.0.0.1:PORT was not agreed on within 200 ms (connectTimeoutMs)
bool(true)
