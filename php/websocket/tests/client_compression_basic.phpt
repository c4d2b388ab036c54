--TEST--
Client: permessage-deflate with what the server makes of the offer
--EXTENSIONS--
websocket
zlib
--FILE--
<?php
use WebSocket\{Client, MessageType};
require __DIR__ . '/server/raw.inc';

$server = new RawServer(<<<'PHP'
    foreach (['', '; server_no_context_takeover; client_no_context_takeover', '; client_max_window_bits=9; server_max_window_bits=9', null] as $i => $parameters) {
        $connection = upgraded($parameters === null ? '' : "Sec-WebSocket-Extensions: permessage-deflate$parameters\r\n");
        $afresh = str_contains((string) $parameters, 'no_context');
        $window = str_contains((string) $parameters, '=9') ? 9 : 15;
        $inflate = inflate_init(ZLIB_ENCODING_RAW, ['window' => $window]);
        $deflate = deflate_init(ZLIB_ENCODING_RAW, ['window' => $window]);
        while (true) {
            [$opcode, $payload, , $reserved] = read_frame($connection);
            if ($opcode === 8) {
                fwrite($connection, frame(8, $payload));
                break;
            }
            if ($afresh) {
                $inflate = inflate_init(ZLIB_ENCODING_RAW);
                $deflate = deflate_init(ZLIB_ENCODING_RAW);
            }
            $size = strlen($payload);
            $message = $reserved === 4 ? inflate_add($inflate, "$payload\x00\x00\xff\xff", ZLIB_SYNC_FLUSH) : $payload;
            echo $opcode, ' ', $reserved, ' ', strlen($message), $size < strlen($message) / 3 ? ' much smaller' : '', "\n";
            if ($parameters === null) {
                fwrite($connection, frame($opcode, $message));
            } else {
                // zlib does not flush twice in a row: an empty message is written by hand (RFC 7692, section 7.2.3.6).
                $compressed = $message === '' ? "\0" : substr(deflate_add($deflate, $message, ZLIB_SYNC_FLUSH), 0, -4);
                $half = intdiv(strlen($compressed), 2);
                // In two fragments with a ping between them: the bit stands on the first alone.
                fwrite($connection, frame($opcode, substr($compressed, 0, $half), false, 4) . frame(9, '') . frame(0, substr($compressed, $half)));
                read_frame($connection);
            }
        }
    }
    PHP);
$text = implode(' ', array_map(fn ($i) => "word$i", range(1, 200)));
$noise = random_bytes(2000);
$client = new Client($server->url, ['compression' => true]);
for ($i = 0; $i < 4; $i++) {
    $client->connect();
    foreach ([$text, $text, 'short', ''] as $message) {
        $client->send($message);
        var_dump($client->receive() === $message);
    }
    $client->send($noise, MessageType::Binary);
    var_dump($client->receive() === $noise);
    $client->close();
}
echo $server->rest(), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
1 4 1491 much smaller
1 4 1491 much smaller
1 0 5
1 0 0
2 4 2000
1 4 1491 much smaller
1 4 1491 much smaller
1 0 5
1 0 0
2 0 2000
1 4 1491 much smaller
1 4 1491 much smaller
1 0 5
1 0 0
2 4 2000
1 0 1491
1 0 1491
1 0 5
1 0 0
2 0 2000
