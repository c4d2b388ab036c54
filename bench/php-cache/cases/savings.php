<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Program;

/** Commands and bytes that the server is spared. */
return static function (Bench $bench): Result {
    [$reads, $keys] = $bench->quick ? [20_000, 640] : [200_000, Corpus::KEYS];
    $writes = $bench->place('writes.json');
    $run = static function (string $who) use ($bench, $reads, $keys, $writes): array {
        $client = Traffic::reader($who);
        $told = ['BENCH_TRAFFIC' => json_encode(['who' => $who, 'reads' => $reads, 'keys' => $keys, 'address' => $bench->redis->socket, 'writes' => $writes])];
        $command = [...Lane::php($bench, $client, []), dirname(__DIR__) . '/lane/traffic.php'];
        $own = $bench->redis->bytes();
        [$before, $calls] = [$bench->redis->bytes(), $bench->redis->calls()];
        $own = $before - $own;
        $said = Program::json($command, 300, $told, $bench->cores->server);
        $after = $bench->redis->bytes();
        $commands = $bench->redis->calls();
        foreach ($commands as $name => $count) {
            $commands[$name] = $count - ($calls[$name] ?? 0);
        }
        // Those of the writer are not the reader's.
        unset($commands['append']);
        return ['bytes' => $after - $before - $own, 'commands' => array_sum($commands), 'get' => $commands['get'] ?? 0] + $said;
    };
    if (!$bench->can('phpredis-igbinary')) {
        return new Result('What the server is spared', '', [], [], ['PhpRedis is not installed.']);
    }
    $run('fill');
    $own = $run('baton'); // and says when the writer writes what
    $writer = $run('nobody');
    $peer = $run('phpredis');
    $least = $run('least');
    foreach ([&$own, &$peer, &$least] as &$one) {
        $one['bytes'] -= $writer['bytes'];
    }
    unset($one);
    $less = static fn (string $of): float => 100 * (1 - $own[$of] / $peer[$of]);
    return new Result(
        'What the server is spared',
        number_format($reads) . ' reads of ' . number_format($keys) . ' keys, at first none in memory: few keys are read often (Zipf’s law, exponent 1), '
            . 'and one array of 440 KB in each hundred. Another client changes keys that are read as often, so many that one read in ten finds nothing in '
            . 'memory. Values are igbinary’s, compressed by zstd at level 3. Connecting, and all that is said of changes, is counted with ours.',
        [
            new Row('commands', 'Baton', 'own', [$own['commands']], ''),
            new Row('commands', 'PhpRedis', 'peer', [$peer['commands']], ''),
            new Row('megabytes in and out', 'Baton', 'own', [$own['bytes'] / 1e6], 'MB'),
            new Row('megabytes in and out', 'PhpRedis', 'peer', [$peer['bytes'] / 1e6], 'MB'),
            new Row('megabytes in and out', 'the misses alone', 'floor', [$least['bytes'] / 1e6], 'MB'),
        ],
        [
            new Goal('commands fewer than PhpRedis’s at 90 % hits', '≥', 89.5, '%', $less('commands'), note: "{$own['commands']} of {$peer['commands']}"),
            new Goal('bytes fewer than PhpRedis’s at 90 % hits', '≥', 98.5, '%', $less('bytes')),
            new Goal('GETs for a miss', '≤', 1.0, '', $own['get'] / $own['misses'], note: "{$own['get']} for {$own['misses']} misses"),
        ],
        [sprintf(
            '%s writes by the other client. %.0f bytes for a read by PhpRedis, %.0f for a miss of ours; %.0f if PhpRedis does the reads that miss, and '
                . 'no others: no cache needs less for them. Targets are −90 %% and −99 %%, as figures of two digits.',
            number_format($own['writes']),
            $peer['bytes'] / $reads,
            $own['bytes'] / $own['misses'],
            $least['bytes'] / $own['misses'],
        )],
    );
};
