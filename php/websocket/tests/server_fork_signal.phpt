--TEST--
Server: a signal that is sent right after a fork ends the child, and not the server
--EXTENSIONS--
websocket
pcntl
posix
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $server->onMessage(function ($connection) {
        $ended = [];
        for ($i = 0; $i < 40; $i++) {
            $pid = pcntl_fork();
            if ($pid === 0) {
                sleep(3); // which the signal cuts short
                posix_kill(getmypid(), SIGKILL); // no shutdown of PHP, which would close what the parent has
            }
            posix_kill($pid, SIGTERM);
            pcntl_waitpid($pid, $status);
            $how = 'signal ' . pcntl_wtermsig($status);
            $ended[$how] = ($ended[$how] ?? 0) + 1;
            if ($how !== 'signal ' . SIGTERM) {
                break;
            }
        }
        $connection->send(json_encode($ended));
    });
});
$client = RawClient::open($server->address);
echo $client->text('fork')->next(), "\n";
echo $client->close()->rest(), "\n";
$server->stop();
?>
--EXPECT--
text: {"signal 15":40}
close: 1000, end
server: run() has returned
exit status 0
