<?php
/*
 * Sends a server many messages and says whether it needs more memory for it: of every kind and size, with connections that
 * come and go beside them.
 *
 *     php -n -d extension=websocket.so tests/server/growth.php [MESSAGES]
 */
require __DIR__ . '/server_process.inc';

const BATCH = 1000;
/* What an allocator may still take once all is warm. */
const ALLOWED_KIB = 2048;

$messages = max(20 * BATCH, (int) ($argv[1] ?? 1_000_000));
$server = ServerProcess::start(function (Closure $say): void {
    pcntl_alarm(0); // many messages take longer than a test
    $server = new WebSocket\Server(['compression' => true, 'closeTimeoutMs' => 50]);
    $server->listen('127.0.0.1');
    $server->onOpen(fn ($connection) => $connection->subscribe('all'));
    $server->onMessage(function ($connection, $payload, $type) {
        $connection->data = $payload;
        $connection->send($payload, $type);
    });
    $say($server->getAddress());
    $server->run();
});
$client = RawClient::open($server->address);
$kinds = [
    [TEXT, str_repeat('x', 64)], [BINARY, str_repeat("\xff", 64)], [TEXT, ''], [TEXT, 'y'], [BINARY, str_repeat('z', 1000)],
];
$batch = '';
$answer = 0;
for ($i = 0; $i < BATCH; $i++) {
    [$opcode, $payload] = $kinds[$i % count($kinds)];
    $batch .= RawClient::frame($opcode, $payload);
    $answer += strlen(RawClient::frame($opcode, $payload, masked: false));
}
$warm = null;
$began = hrtime(true);
for ($sent = 0; $sent < $messages; $sent += BATCH) {
    $client->write($batch);
    for ($left = $answer; $left > 0; $left -= strlen($bytes)) {
        $bytes = (string) fread($client->stream, min($left, 65536));
        if ($bytes === '') {
            exit("the server has gone after $sent messages\n0 passed, 1 failed\n");
        }
    }
    if ($sent % (10 * BATCH) === 0) {
        RawClient::deflating($server->address)->text('one more')->next();
    }
    if ($sent >= $messages / 10) {
        $warm ??= $server->memory();
    }
}
$grown = $server->memory() - $warm;
printf("%d messages in %.1f s, %d KiB after a tenth of them, %+d KiB since\n", $sent, (hrtime(true) - $began) / 1e9, $warm, $grown);
$server->stop();
echo $grown <= ALLOWED_KIB ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n";
exit($grown <= ALLOWED_KIB ? 0 : 1);
