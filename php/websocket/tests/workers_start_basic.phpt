--TEST--
Workers: onWorkerStart is called in each with its number; what it throws ends that worker, and no code behind run()
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/workers.inc';
$marks = tempnam(sys_get_temp_dir(), 'websocket-');
$server = ServerProcess::start(function (Closure $say) use ($marks): void {
    ini_set('html_errors', '0');
    ini_set('display_errors', '1');
    $server = new WebSocket\Server(['workers' => 3, 'closeTimeoutMs' => 50]);
    $server->listen('127.0.0.1');
    on_message($server);
    $server->onWorkerStart(function (int $worker) use ($say, $marks): void {
        if ($worker === 2 && filesize($marks) === 0) {
            file_put_contents($marks, '.');
            throw new LogicException('no database');
        }
        $say("begun $worker");
    });
    $say($server->getAddress());
    try {
        $server->run();
    } catch (Throwable $thrown) {
        $say('caught by the program: ' . $thrown->getMessage());
    } finally {
        $say('run() has returned');
    }
});
$lines = [];
do {
    $lines[] = $line = $server->line();
} while ($line !== 'begun 2' && $line !== '(nothing is said)');
sort($lines);
echo implode("\n", preg_grep('/^(#|Stack|  thrown)/', $lines, PREG_GREP_INVERT)), "\n";
echo implode(' ', array_keys(open_clients($server, 3))), "\n";
$server->stop();
unlink($marks);
?>
--EXPECTF--
Fatal error: Uncaught LogicException: no database in %s%A
Warning: WebSocket\Server::run(): Worker 2 ended with status 255, and is begun again in 100 ms in %s on line %d
begun 0
begun 1
begun 2
0.1 1.1 2.1
server: run() has returned
exit status 0
