--TEST--
Server: text that is not UTF-8 is closed with 1007 at its first wrong byte
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$cases = [
    'whole' => RawClient::frame(TEXT, "caf\xe9"),
    'the first fragment of many' => RawClient::frame(TEXT, "caf\xe9", false) . RawClient::frame(CONTINUATION, 'x', false),
    // The rest of these messages never comes.
    'in a fragment' => RawClient::frame(TEXT, "\xed\xa0\x80", false),
    'in a frame that has begun' => substr(RawClient::frame(TEXT, "\xf4\x90\x80\x80" . str_repeat('x', 1000)), 0, 20),
    'cut off at the end' => RawClient::frame(TEXT, "\xe2\x82"),
    'cut off by the next fragment' => RawClient::frame(TEXT, "\xe2\x82", false) . RawClient::frame(CONTINUATION, 'x', false),
    'longer than it needs' => RawClient::frame(TEXT, "\xc0\xaf"),
];
foreach ($cases as $words => $bytes) {
    $client = RawClient::open($server->address);
    $client->write($bytes);
    echo $words, ': ', preg_replace('/1007 .*,/', '1007,', $client->rest()), "\n";
}
echo RawClient::open($server->address)->binary("\xff")->next(), "\n";
$server->stop();
?>
--EXPECT--
whole: close: 1007, end
the first fragment of many: close: 1007, end
in a fragment: close: 1007, end
in a frame that has begun: close: 1007, end
cut off at the end: close: 1007, end
cut off by the next fragment: close: 1007, end
longer than it needs: close: 1007, end
binary: ff
server: run() has returned
exit status 0
