--TEST--
Protocol::pack(): a frame packs as what it is
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{CloseFrame, Frame, MessageType, Protocol};

echo bin2hex(Protocol::pack(new Frame(MessageType::Text, 'hel', false))), "\n";
echo bin2hex(Protocol::pack(new Frame(MessageType::Ping, 'p'), Protocol::OPCODE_BINARY, 0)), "\n";
echo bin2hex(Protocol::pack(new CloseFrame(1009, 'too big'))), "\n";
echo bin2hex(Protocol::pack(new CloseFrame())), "\n";
foreach (["\x81\x05Hello", "\x42\x02ab", "\xb0\x00", "\x89\x00", "\x88\x05\x03\xe8bye"] as $bytes) {
    var_dump(Protocol::pack(Protocol::unpack($bytes)) === $bytes);
}
$masked = Protocol::unpack(Protocol::pack(Protocol::unpack(Protocol::encode('masked', MessageType::Text, true))));
var_dump($masked->payload, $masked->flags);
$close = Protocol::unpack(Protocol::pack(Protocol::unpack("\x88\x82abcd" . ("\x03\xe9" ^ 'abcd'))));
var_dump($close->code, $close->flags);
?>
--EXPECT--
010368656c
890170
880903f1746f6f20626967
880203e8
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "masked"
int(33)
int(1001)
int(33)
