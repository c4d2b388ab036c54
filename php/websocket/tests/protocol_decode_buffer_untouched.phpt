--TEST--
Protocol::decode(): the buffer stays as it is
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{FrameParser, Protocol};

$buffer = raw_frame(0x81, str_repeat('text', 20), 'abcd') . raw_frame(0x88, "\x03\xe8why", 'abcd');
$before = bin2hex($buffer);
Protocol::decode($buffer);
Protocol::decode($buffer, 86);
Protocol::decodePayload($buffer);
(new FrameParser())->push($buffer);
var_dump(bin2hex($buffer) === $before);
?>
--EXPECT--
bool(true)
