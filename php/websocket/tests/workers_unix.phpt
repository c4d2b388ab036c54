--TEST--
Workers: a Unix socket is shared by all, and its file goes with the process that made it
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$path = sys_get_temp_dir() . '/websocket-' . bin2hex(random_bytes(8));
$server = serve_workers(2, fn (WebSocket\Server $server) => on_message($server, fn () => exit(3)), ['closeTimeoutMs' => 50], "unix:$path");
$clients = open_clients($server, 4);
echo implode(' ', array_keys($clients)), "\n";
$clients['0.1']->text('exit')->rest();
$server->show(2);
var_dump(file_exists($path));
echo implode(' ', array_keys(open_clients($server, 2))), "\n";
$server->stop();
clearstatcache();
var_dump(file_exists($path));
?>
--EXPECTF--
0.1 0.2 1.1 1.2
server: %AWorker 0 ended with status 3, and is begun again in 100 ms%A
server: begun 0
bool(true)
0.1 0.2
server: run() has returned
exit status 0
bool(false)
