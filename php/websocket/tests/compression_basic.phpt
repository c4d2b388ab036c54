--TEST--
Server: permessage-deflate, with and without context takeover
--EXTENSIONS--
websocket
pcntl
zlib
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$text = str_repeat('the same words again and again ', 20);
foreach ([false, true] as $takeover) {
    $server = serve_echo(['compression' => new WebSocket\CompressionOptions(threshold: 100, level: 6, contextTakeover: $takeover)]);
    foreach (['permessage-deflate', 'permessage-deflate; server_no_context_takeover; client_no_context_takeover', 'permessage-deflate; client_max_window_bits=10', 'permessage-deflate; server_max_window_bits=9'] as $offer) {
        $client = RawClient::deflating($server->address, $offer);
        $lengths = [];
        for ($i = 0; $i < 3; $i++) {
            $payload = $client->compressed(TEXT, $text);
            $client->send(TEXT, $payload, true, RSV1);
            $frame = $client->read();
            $lengths[] = $frame[1] === $text && $frame[2] & RSV1 ? 'same' : 'different';
        }
        echo $takeover ? 'takeover' : 'none', ' <- ', $offer, "\n  -> ", $client->header('Sec-WebSocket-Extensions'), "\n  ", implode(' ', $lengths);
        echo ', short: ', $client->text('short')->next();
        echo ', fragments: ', (function () use ($client, $text) {
            $payload = $client->compressed(TEXT, $text);
            $client->send(TEXT, substr($payload, 0, 5), false, RSV1)->send(CONTINUATION, substr($payload, 5, 5), false)->send(CONTINUATION, substr($payload, 10));
            return $client->read()[1] === $text ? 'same' : 'different';
        })();
        echo ', an empty one: ', $client->send(TEXT, $client->compressed(TEXT, ''), true, RSV1)->next(), "\n";
    }
    $plain = RawClient::open($server->address);
    echo 'not offered: ', json_encode($plain->header('Sec-WebSocket-Extensions')), ' ', $plain->text($text)->read()[2] & RSV1 ? 'compressed' : 'plain', "\n";
    echo 'unknown: ', json_encode(RawClient::open($server->address, ['Sec-WebSocket-Extensions' => 'x-webkit-deflate-frame, permessage-deflate; nonsense'])->header('Sec-WebSocket-Extensions')), "\n";
    $server->stop();
}
$server = serve_echo();
echo 'no compression: ', json_encode(RawClient::open($server->address, ['Sec-WebSocket-Extensions' => 'permessage-deflate'])->header('Sec-WebSocket-Extensions')), "\n";
$server->stop();
?>
--EXPECT--
none <- permessage-deflate
  -> permessage-deflate; server_no_context_takeover; client_no_context_takeover
  same same same, short: text: short, fragments: same, an empty one: text:
none <- permessage-deflate; server_no_context_takeover; client_no_context_takeover
  -> permessage-deflate; server_no_context_takeover; client_no_context_takeover
  same same same, short: text: short, fragments: same, an empty one: text:
none <- permessage-deflate; client_max_window_bits=10
  -> permessage-deflate; server_no_context_takeover; client_no_context_takeover
  same same same, short: text: short, fragments: same, an empty one: text:
none <- permessage-deflate; server_max_window_bits=9
  -> 
  different different different, short: end, fragments: different, an empty one: end
not offered: null plain
unknown: null
server: run() has returned
exit status 0
takeover <- permessage-deflate
  -> permessage-deflate
  same same same, short: text: short, fragments: same, an empty one: text:
takeover <- permessage-deflate; server_no_context_takeover; client_no_context_takeover
  -> permessage-deflate; server_no_context_takeover; client_no_context_takeover
  same same same, short: text: short, fragments: same, an empty one: text:
takeover <- permessage-deflate; client_max_window_bits=10
  -> permessage-deflate
  same same same, short: text: short, fragments: same, an empty one: text:
takeover <- permessage-deflate; server_max_window_bits=9
  -> permessage-deflate; server_max_window_bits=9
  same same same, short: text: short, fragments: same, an empty one: text:
not offered: null plain
unknown: null
server: run() has returned
exit status 0
no compression: null
server: run() has returned
exit status 0
