--TEST--
Server: pings of a client that does not read cost bounded memory and nobody else anything
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve_echo();
$other = RawClient::open($server->address);
$client = RawClient::open($server->address);
$before = $server->memory();
$flood = str_repeat(RawClient::frame(PING, str_repeat('x', 125)), 1000);
// 22 MiB and more, as far as the server takes it: it may stop reading who does not read.
stream_set_blocking($client->stream, false);
$sent = 0;
$turns = 0;
while ($sent < 22 << 20) {
    $written = @fwrite($client->stream, substr($flood, $sent % 131000));
    $sent += (int) $written;
    if (!$written) {
        [$read, $write, $except] = [[], [$client->stream], []];
        if (!stream_select($read, $write, $except, 0, 100000)) {
            break;
        }
    }
    if (++$turns % 50 === 0 && $other->text('served?')->next() !== 'text: served?') {
        echo "others are not served\n";
        break;
    }
}
echo $sent > 1 << 20 ? 'flooded' : "only $sent bytes were taken", "\n";
echo $server->memory() - $before < 40 << 10 ? 'memory is bounded' : 'memory has grown by ' . ($server->memory() - $before) . ' KiB', "\n";
echo $other->text('still here')->next(), "\n";
$server->stop();
?>
--EXPECT--
flooded
memory is bounded
text: still here
server: run() has returned
exit status 0
