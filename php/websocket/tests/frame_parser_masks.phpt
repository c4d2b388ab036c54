--TEST--
FrameParser: a client must mask, a server must not
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

thrown(fn () => (new FrameParser(server: true))->push("\x81\x00"));
thrown(fn () => (new FrameParser(server: false))->push("\x81\x80"));
?>
--EXPECT--
WebSocket\ProtocolException 1002: frame from a client is not masked
WebSocket\ProtocolException 1002: frame from a server is masked
