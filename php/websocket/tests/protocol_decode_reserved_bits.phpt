--TEST--
Protocol::decode(): reserved bits are told as flags, and compressed bytes are not taken for text
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\Protocol;

foreach ([0xc1, 0xa1, 0x91, 0xf1, 0x41] as $first) {
    echo Protocol::decode(chr($first) . "\x01a")->flags, ' ';
}
echo "\n", bin2hex(Protocol::decode("\xc1\x07\xf2\x48\xcd\xc9\xc9\x07\x00")->payload), "\n";
?>
--EXPECT--
5 9 17 29 4 
f248cdc9c90700
