--TEST--
FrameParser: headers are refused as soon as they show
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\FrameParser;

$wrong = ["\x83\x00", "\x8b\x00", "\xc1\x00", "\xa1\x00", "\x91\x00", "\x09\x00", "\x89\x7e", "\x82\x7e\x00\x7d",
    "\x82\x7f\0\0\0\0\0\0\xff\xff", "\x82\x7f\x80\0\0\0\0\0\0\0"];
foreach ($wrong as $bytes) {
    thrown(fn () => (new FrameParser(false))->push($bytes));
}
thrown(fn () => (new FrameParser(false, compression: true))->push("\xe1\x00"));
thrown(fn () => (new FrameParser(false, compression: true))->push("\xc9\x00"));
thrown(fn () => (new FrameParser(false, compression: true))->push("\x01\x00\xc0\x00"));
?>
--EXPECT--
WebSocket\ProtocolException 1002: reserved opcode 0x3
WebSocket\ProtocolException 1002: reserved opcode 0xb
WebSocket\ProtocolException 1002: reserved bits 100 set without an extension
WebSocket\ProtocolException 1002: reserved bits 010 set without an extension
WebSocket\ProtocolException 1002: reserved bits 001 set without an extension
WebSocket\ProtocolException 1002: control frame is fragmented
WebSocket\ProtocolException 1002: control frame is longer than 125 bytes
WebSocket\ProtocolException 1002: frame length is not in its shortest form, or has its highest bit set
WebSocket\ProtocolException 1002: frame length is not in its shortest form, or has its highest bit set
WebSocket\ProtocolException 1002: frame length is not in its shortest form, or has its highest bit set
WebSocket\ProtocolException 1002: reserved bits 110 set without an extension
WebSocket\ProtocolException 1002: reserved bits 100 set without an extension
WebSocket\ProtocolException 1002: reserved bits 100 set without an extension
