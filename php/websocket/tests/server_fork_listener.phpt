--TEST--
Server: processes made by pcntl_fork() accept on a listener from before
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = new WebSocket\Server(['closeTimeoutMs' => 50]);
$server->listen('127.0.0.1');
$server->onMessage(fn ($connection) => $connection->send((string) getmypid()));
$workers = [];
for ($i = 0; $i < 2; $i++) {
    $workers[] = ServerProcess::start(function (Closure $say) use ($server): void {
        $say($server->getAddress());
        $server->run();
    });
}
$served = [];
for ($i = 0; $i < 2000 && count($served) < 2; $i++) {
    // While one process is busy with a connection the other one takes its turn, sooner or later.
    $served[substr(RawClient::open($server->getAddress())->text('who?')->next(), strlen('text: '))] = true;
}
ksort($served);
$pids = array_map(fn ($worker) => $worker->pid, $workers);
sort($pids);
echo array_keys($served) === $pids ? 'both have served' : 'one has served', "\n";
foreach ($workers as $worker) {
    $worker->stop();
}
unset($server);
?>
--EXPECT--
both have served
exit status 0
exit status 0
