--TEST--
Protocol::acceptKey(): the example of RFC 6455, and any other string
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

var_dump(Protocol::acceptKey('dGhlIHNhbXBsZSBub25jZQ=='));
foreach (['', "\xff\0\xfe", str_repeat('x', 100000)] as $key) {
    var_dump(Protocol::acceptKey($key) === base64_encode(sha1($key . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', true)));
}
?>
--EXPECT--
string(28) "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
bool(true)
bool(true)
bool(true)
