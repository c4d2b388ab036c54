--TEST--
HandshakeResponse and Response: what they are made of
--EXTENSIONS--
websocket
--FILE--
<?php
foreach ([WebSocket\HandshakeResponse::class, WebSocket\Response::class] as $class) {
    foreach ([[], [100], [599], ['body' => "any\r\n\0bytes", 'headers' => ['X-One' => '1', 'X-Many' => ['1', '']]]] as $arguments) {
        $response = new $class(...$arguments);
        echo get_class($response), ' ', json_encode([$response->status, $response->headers, $response->body]), "\n";
    }
}
?>
--EXPECT--
WebSocket\HandshakeResponse [403,[],""]
WebSocket\HandshakeResponse [100,[],""]
WebSocket\HandshakeResponse [599,[],""]
WebSocket\HandshakeResponse [403,{"X-One":"1","X-Many":["1",""]},"any\r\n\u0000bytes"]
WebSocket\Response [200,[],""]
WebSocket\Response [100,[],""]
WebSocket\Response [599,[],""]
WebSocket\Response [200,{"X-One":"1","X-Many":["1",""]},"any\r\n\u0000bytes"]
