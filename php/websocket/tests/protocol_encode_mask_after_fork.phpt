--TEST--
Protocol::encode(): a forked child draws other keys than its parent
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
use WebSocket\{MessageType, Protocol};

$keys = function (): array {
    $keys = [];
    for ($i = 0; $i < 10; $i++) {
        $keys[] = bin2hex(substr(Protocol::encode('', MessageType::Binary, true), 2));
    }
    return $keys;
};
$keys(); // some wait to be used

[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (pcntl_fork() === 0) {
    fwrite($theirs, implode(' ', $keys()) . "\n");
    exit(0);
}
$child = explode(' ', trim(fgets($ours)));
pcntl_wait($status);
var_dump(count($child), array_intersect($keys(), $child));
?>
--EXPECT--
int(10)
array(0) {
}
