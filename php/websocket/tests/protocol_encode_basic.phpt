--TEST--
Protocol::encode(): frames of every type
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{MessageType, Protocol};

echo bin2hex(Protocol::encode('Hello')), "\n";
foreach (MessageType::cases() as $type) {
    echo $type->name, ' ', bin2hex(Protocol::encode('Hi', $type)), ' ', bin2hex(Protocol::encode('', type: $type)), "\n";
}
?>
--EXPECT--
810548656c6c6f
Continuation 80024869 8000
Text 81024869 8100
Binary 82024869 8200
Ping 89024869 8900
Pong 8a024869 8a00
Close 88024869 8800
