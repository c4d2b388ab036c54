<?php
/* What a round trip costs: get() of 85 bytes and a pipeline of 100 of them, over a Unix socket.
 *
 *   php -d extension=baton_cache round_trips.php SOCKET [rounds]
 *
 * Where PhpRedis is loaded, too, both take turns, so that both meet the same neighbours; the smallest time of each is told, and
 * the processor's time besides, which neighbours do not change much. */

$socket = $argv[1] ?? exit("usage: round_trips.php SOCKET [rounds]\n");
$rounds = (int) ($argv[2] ?? 10);

const GETS = 20000;
const PIPELINES = 400;

$clients = [];
foreach (['Baton\Redis', 'Redis'] as $class) {
    if (class_exists($class)) {
        $clients[$class] = new $class();
        $clients[$class]->connect($socket);
    }
}
reset($clients)->set('bench', str_repeat('x', 85));

function cpu(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e9
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1e3;
}

/* Nanoseconds for each of `count` calls: by the clock, and of the processor. */
function measure(Closure $call, int $count): array
{
    $cpu = cpu();
    $begin = hrtime(true);
    for ($i = 0; $i < $count; $i++) {
        $call();
    }
    return [(hrtime(true) - $begin) / $count, (cpu() - $cpu) / $count];
}

$best = [];
for ($round = 0; $round < $rounds; $round++) {
    /* Each goes first in every other round. */
    foreach ($round % 2 ? array_reverse($clients) : $clients as $class => $redis) {
        $measured = [
            'get' => measure(fn () => $redis->get('bench'), GETS),
            'pipeline of 100' => measure(function () use ($redis) {
                $redis->pipeline();
                for ($i = 0; $i < 100; $i++) {
                    $redis->get('bench');
                }
                $redis->exec();
            }, PIPELINES),
        ];
        foreach ($measured as $what => [$clock, $cpu]) {
            $best[$what][$class][0] = min($best[$what][$class][0] ?? INF, $clock);
            $best[$what][$class][1] = min($best[$what][$class][1] ?? INF, $cpu);
        }
    }
}
reset($clients)->del('bench');

foreach ($best as $what => $classes) {
    foreach ($classes as $class => [$clock, $cpu]) {
        printf("%-16s %-12s %8.0f ns, %8.0f ns of the processor\n", $what, $class, $clock, $cpu);
    }
}
