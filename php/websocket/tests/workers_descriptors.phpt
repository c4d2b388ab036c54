--TEST--
Workers: none has descriptors of the process that forked it or of the others, and those that were begun again have no more
--EXTENSIONS--
websocket
pcntl
--SKIPIF--
<?php
if (!is_dir('/proc/self/fd')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$descriptors = fn () => count(scandir('/proc/self/fd')) - 2;
$server = serve(function (WebSocket\Server $server, Closure $say) use ($descriptors): void {
    ini_set('display_errors', '0');
    ini_set('log_errors', '0');
    on_message($server, fn () => exit(3));
    $server->onWorkerStart(fn () => $say((string) $descriptors()));
    $say('before: ' . $descriptors());
}, ['workers' => 4]);
// The address is one line behind it.
$before = (int) substr($server->address, strlen('before: '));
(function (): void { $this->address = $this->line(); })->call($server);
$all = sorted_lines($server, 4);
for ($i = 0; $i < 5; $i++) {
    $client = RawClient::open($server->address);
    $client->text('exit')->rest();
    $all[] = $server->line();
}
$few = max($all) - $before;
echo count(array_unique($all)) === 1 ? 'all have as many' : implode(' ', $all), "\n";
// The loop's own: epoll, a ring, a timer, signals, a waker, and two sockets to the first process; the listener is not theirs.
echo $few <= 7 ? 'and few' : "$few", "\n";
$server->stop();
?>
--EXPECT--
all have as many
and few
server: run() has returned
exit status 0
