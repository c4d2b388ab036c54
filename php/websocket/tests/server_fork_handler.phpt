--TEST--
Server: a child that a handler forks does not disturb its parent
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->onSignal(SIGUSR1, fn () => $say('signal in ' . ($server->count() >= 0 ? 'the loop' : '')));
    $server->onMessage(function ($connection, $payload) use ($server, $say) {
        if ($payload === 'hello') {
            $connection->send($payload);
            return;
        }
        $connection->send("before $payload");
        $pid = pcntl_fork();
        if ($pid === 0) {
            if ($payload === 'exit') {
                exit(3);
            }
            if ($payload === 'wait') {
                while (true) {
                    sleep(100);
                }
            }
            ini_set('display_errors', '0');
            ini_set('log_errors', '0');
            return; // and so comes back to the loop
        }
        if ($payload === 'wait') {
            send_signal($pid, SIGTERM); // which is the server's signal, and not the child's
        }
        pcntl_waitpid($pid, $status);
        $connection->send(pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status));
    });
    $server->onError(fn ($thrown) => $say('onError: ' . $thrown->getMessage()));
});
$client = RawClient::open($server->address);
$other = RawClient::open($server->address);
foreach (['exit', 'wait', 'return'] as $payload) {
    echo $client->text($payload)->next(), ', ', $client->next(), "\n";
    echo $other->text('hello')->next(), ' ', RawClient::open($server->address)->text('hello')->next(), "\n";
    $server->show();
}
$server->signal(SIGUSR1);
$server->show();
$client->close()->rest();
$server->show();
$server->stop();
?>
--EXPECT--
text: before exit, text: exit 3
text: hello text: hello
server: closed: 1006 (not clean)
text: before wait, text: signal 15
text: hello text: hello
server: closed: 1006 (not clean)
text: before return, text: exit 255
text: hello text: hello
server: closed: 1006 (not clean)
server: signal in the loop
server: closed: 1000 (clean)
server: closed: 1006 No close frame came. (not clean)
server: run() has returned
exit status 0
