--TEST--
FrameParser: close frames that may not be sent
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

foreach ([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2999, 5000, 65535] as $code) {
    thrown(fn () => (new FrameParser())->push(raw_frame(0x88, pack('n', $code), 'abcd')));
}
thrown(fn () => (new FrameParser())->push(raw_frame(0x88, "\x03", 'abcd')));
?>
--EXPECT--
WebSocket\ProtocolException 1002: close code 0 may not be sent
WebSocket\ProtocolException 1002: close code 999 may not be sent
WebSocket\ProtocolException 1002: close code 1004 may not be sent
WebSocket\ProtocolException 1002: close code 1005 may not be sent
WebSocket\ProtocolException 1002: close code 1006 may not be sent
WebSocket\ProtocolException 1002: close code 1015 may not be sent
WebSocket\ProtocolException 1002: close code 1016 may not be sent
WebSocket\ProtocolException 1002: close code 1100 may not be sent
WebSocket\ProtocolException 1002: close code 2999 may not be sent
WebSocket\ProtocolException 1002: close code 5000 may not be sent
WebSocket\ProtocolException 1002: close code 65535 may not be sent
WebSocket\ProtocolException 1002: close frame of one byte cannot hold a code
