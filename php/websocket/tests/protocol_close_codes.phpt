--TEST--
Server: a close code that may not be sent is answered 1002, and onClose hears 1002
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo([], say_closes(...));
foreach ([1000, 1001, 1002, 1003, 1007, 1014, 3000, 4999] as $code) {
    echo $code, ': ', RawClient::open($server->address)->close($code, 'why')->rest(), "\n";
    $server->show();
}
foreach ([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as $code) {
    echo $code, ': ', RawClient::open($server->address)->send(CLOSE, pack('n', $code))->rest(), "\n";
    $line = $server->line();
    if (!str_starts_with($line, 'closed: 1002 ') || !str_ends_with($line, ' (not clean)')) {
        echo $line, "\n";
    }
}
echo 'no code: ', RawClient::open($server->address)->close(0)->rest(), "\n";
$server->show();
echo 'one byte: ', substr(RawClient::open($server->address)->send(CLOSE, "\x03")->rest(), 0, 11), "\n";
echo 'a reason that is not UTF-8: ', substr(RawClient::open($server->address)->close(1000, "\xff")->rest(), 0, 11), "\n";
echo 'a long reason: ', RawClient::open($server->address)->close(1000, str_repeat('x', 123))->rest(), "\n";
echo 'too long a reason: ', substr(RawClient::open($server->address)->close(1000, str_repeat('x', 124))->rest(), 0, 11), "\n";
$server->stop();
?>
--EXPECT--
1000: close: 1000 why, end
server: closed: 1000 why (clean)
1001: close: 1001 why, end
server: closed: 1001 why (clean)
1002: close: 1002 why, end
server: closed: 1002 why (clean)
1003: close: 1003 why, end
server: closed: 1003 why (clean)
1007: close: 1007 why, end
server: closed: 1007 why (clean)
1014: close: 1014 why, end
server: closed: 1014 why (clean)
3000: close: 3000 why, end
server: closed: 3000 why (clean)
4999: close: 4999 why, end
server: closed: 4999 why (clean)
0: close: 1002 close code 0 may not be sent, end
999: close: 1002 close code 999 may not be sent, end
1004: close: 1002 close code 1004 may not be sent, end
1005: close: 1002 close code 1005 may not be sent, end
1006: close: 1002 close code 1006 may not be sent, end
1015: close: 1002 close code 1015 may not be sent, end
1016: close: 1002 close code 1016 may not be sent, end
1100: close: 1002 close code 1100 may not be sent, end
2000: close: 1002 close code 2000 may not be sent, end
2999: close: 1002 close code 2999 may not be sent, end
5000: close: 1002 close code 5000 may not be sent, end
65535: close: 1002 close code 65535 may not be sent, end
no code: close: no code, end
server: closed: 1005 (clean)
one byte: close: 1002
a reason that is not UTF-8: close: 1007
a long reason: close: 1000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, end
too long a reason: close: 1002
server: closed: 1002 close frame of one byte cannot hold a code (not clean)
server: closed: 1007 text is not valid UTF-8 (not clean)
server: closed: 1000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx (clean)
server: closed: 1002 control frame is longer than 125 bytes (not clean)
server: run() has returned
exit status 0
