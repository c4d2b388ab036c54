<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Program;

/** Bytes of the largest values that change where these are small: a command takes the 406 bytes then that the published run took. */
const SMALL = 1024;

/** Commands and bytes that the server is spared. */
return static function (Bench $bench): Result {
    [$reads, $keys] = $bench->quick ? [20_000, 640] : [200_000, Corpus::KEYS];
    if (!$bench->can('phpredis-igbinary')) {
        return new Result('What the server is spared', '', [], [], ['PhpRedis is not installed.']);
    }
    $told = ['reads' => $reads, 'keys' => $keys, 'address' => $bench->redis->socket, 'writes' => $bench->place('writes.json')];
    $run = static function (string $who, int $changed) use ($bench, $told): array {
        $client = Traffic::reader($who);
        $told = ['BENCH_TRAFFIC' => json_encode($told + ['who' => $who, 'changed' => $changed])];
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
    // Ours says when the writer writes what; the writer's own bytes are nobody's.
    $measure = static function (int $changed) use ($run): array {
        $all = [];
        foreach (['own' => 'baton', 'writer' => 'nobody', 'peer' => 'phpredis', 'least' => 'least'] as $name => $who) {
            $all[$name] = $run($who, $changed);
        }
        foreach (['own', 'peer', 'least'] as $name) {
            $all[$name]['bytes'] -= $all['writer']['bytes'];
        }
        return $all;
    };
    $less = static fn (array $all, string $of): float => 100 * (1 - $all['own'][$of] / $all['peer'][$of]);
    $rows = static fn (string $changed, array $all): array => [
        new Row("commands, {$changed}", 'Baton', 'own', [$all['own']['commands']], ''),
        new Row("commands, {$changed}", 'PhpRedis', 'peer', [$all['peer']['commands']], ''),
        new Row("megabytes in and out, {$changed}", 'Baton', 'own', [$all['own']['bytes'] / 1e6], 'MB'),
        new Row("megabytes in and out, {$changed}", 'PhpRedis', 'peer', [$all['peer']['bytes'] / 1e6], 'MB'),
        new Row("megabytes in and out, {$changed}", 'the misses alone', 'floor', [$all['least']['bytes'] / 1e6], 'MB'),
    ];
    $said = static fn (string $changed, array $all): string => sprintf(
        'Where %s: %.1f %% fewer commands and %.1f %% fewer bytes. %s writes by the other client; %.0f bytes for a read by PhpRedis, %.0f for a miss of ours, and '
            . '%.0f if PhpRedis does the reads that miss, and no others: no cache needs less for them.',
        $changed,
        $less($all, 'commands'),
        $less($all, 'bytes'),
        number_format($all['own']['writes']),
        $all['peer']['bytes'] / $reads,
        $all['own']['bytes'] / $all['own']['misses'],
        $all['least']['bytes'] / $all['own']['misses'],
    );
    $run('fill', 0);
    $small = $measure(SMALL);
    $any = $measure(PHP_INT_MAX);
    $gets = $small['own']['get'] + $any['own']['get'];
    $misses = $small['own']['misses'] + $any['own']['misses'];
    return new Result(
        'What the server is spared',
        number_format($reads) . ' reads of ' . number_format($keys) . ' keys, at first none in memory: few keys are read often (Zipf’s law, exponent 1), '
            . 'and one array of 380 KB in each hundred. Another client changes keys that are read as often, so many that one read in ten finds nothing in '
            . 'memory: once only such whose values take ' . SMALL . ' bytes or less, and once all alike. Values are igbinary’s, compressed by zstd at level 3. '
            . 'Connecting, and all that is said of changes, is counted with ours.',
        [...$rows('small values change', $small), ...$rows('all change', $any)],
        [
            new Goal('commands fewer than PhpRedis’s at 90 % hits', '≥', 89.5, '%', $less($small, 'commands'), note: "{$small['own']['commands']} of {$small['peer']['commands']}"),
            new Goal('bytes fewer than PhpRedis’s at 90 % hits, small values change', '≥', 98.5, '%', $less($small, 'bytes')),
            new Goal('GETs for a miss', '≤', 1.0, '', $gets / $misses, note: "{$gets} for {$misses} misses"),
        ],
        [
            $said('small values change', $small),
            $said('all change', $any),
            'The published run took 406 bytes for a command and 2.9 KB for a read without a cache, so what changed there was small. Targets are −90 % and −99 %, as '
                . 'figures of two digits.',
        ],
    );
};
