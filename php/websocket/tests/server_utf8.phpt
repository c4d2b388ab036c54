--TEST--
Server: text that is not UTF-8 closes with 1007 and reaches no handler, wherever its fault lies and whoever listens
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach (['a handler' => true, 'no handler' => false] as $who => $listens) {
    $server = serve(function (WebSocket\Server $server, Closure $say) use ($listens): void {
        if ($listens) {
            $server->onMessage(fn ($connection, $payload, $type) => $connection->send($type->name . ' ' . md5($payload)));
        }
        $server->onClose(fn ($connection, $code, $reason) => $say("$code $reason"));
    });
    foreach (["\xff", "ab\xc0\x80", "\xed\xa0\x80", str_repeat('x', 1000) . "\xc3", "\xe2\x82" . str_repeat('y', 300), 'é' . str_repeat('z', 70000) . "\xf5"] as $text) {
        $client = RawClient::open($server->address);
        $client->text($text);
        echo $who, ', ', strlen($text), ' B: ', $client->next(), "\n";
        echo '  ', $server->line(), "\n";
    }
    if ($listens) {
        $client = RawClient::open($server->address);
        foreach (['', 'a', "\x7f", 'é', '€uro', str_repeat('ü', 40000), "\u{10ffff}", str_repeat("0123456789abcdef", 65) . 'ß'] as $text) {
            echo strlen($text), ' ', var_export($client->text($text)->next() === 'text: Text ' . md5($text), true), "\n";
        }
        foreach (['', "\xff", random_bytes(1), random_bytes(125), random_bytes(126), random_bytes(70000)] as $bytes) {
            echo strlen($bytes), ' ', var_export($client->send(BINARY, $bytes)->next() === 'text: Binary ' . md5($bytes), true), "\n";
        }
        $client->close(1000)->rest();
    }
    $server->stop();
}
?>
--EXPECT--
a handler, 1 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
a handler, 4 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
a handler, 3 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
a handler, 1001 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
a handler, 302 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
a handler, 70003 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
0 true
1 true
1 true
2 true
6 true
80000 true
4 true
1042 true
0 true
1 true
1 true
125 true
126 true
70000 true
server: 1000 
server: run() has returned
exit status 0
no handler, 1 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
no handler, 4 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
no handler, 3 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
no handler, 1001 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
no handler, 302 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
no handler, 70003 B: close: 1007 text is not valid UTF-8
  1007 text is not valid UTF-8
server: run() has returned
exit status 0
