--TEST--
Server: a fatal error in a handler ends the process, as it always does
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
foreach (['onMessage', 'handle', 'tick'] as $where) {
    $server = serve_echo([], function (WebSocket\Server $server) use ($where): void {
        ini_set('display_errors', '0');
        ini_set('log_errors', '0');
        $fail = fn () => eval('function twice() {} function twice() {}');
        match ($where) {
            'onMessage' => $server->onMessage($fail),
            'handle' => $server->handle(fn ($connection) => $connection->receive() && $fail()),
            'tick' => $server->onMessage(fn () => $server->tick(1, $fail)),
        };
    });
    $client = RawClient::open($server->address);
    $words = $client->text('fatal')->rest();
    echo $where, ': ', in_array($words, ['end', 'reset'], true) ? 'gone' : $words, "\n";
    $server->wait();
}
?>
--EXPECT--
onMessage: gone
exit status 255
handle: gone
exit status 255
tick: gone
exit status 255
