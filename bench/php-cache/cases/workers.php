<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Whether a second worker takes anything from the first. */
return static function (Bench $bench): Result {
    if ($bench->cores->server === null) {
        return new Result('Two workers', '', [], [], ['Two cores are needed, and taskset.']);
    }
    $small = ['baton_cache.maxmemory' => '16M', 'baton_cache.zero_copy_cli' => '1'];
    $lanes = $bench->start([
        'the call' => ['reader' => 'call', 'values' => '85', 'kind' => 'floor'],
        'Baton, client, 85 bytes' => ['reader' => 'baton', 'values' => '85', 'settings' => $small, 'kind' => 'own'],
        'Baton, Table, array' => ['reader' => 'table', 'values' => 'records', 'settings' => $small, 'kind' => 'own'],
        'APCu, 85 bytes' => ['reader' => 'apcu', 'values' => '85'],
        'APCu, array' => ['reader' => 'apcu', 'values' => 'records'],
    ]);
    $core = $bench->cores->generator;
    $alone = $both = $second = [];
    for ($round = 0; $round < ($bench->quick ? 4 : 40); $round++) {
        foreach ($lanes as $name => $lane) {
            for ($i = 0; $i < 5; $i++) {
                $alone[$name][] = $lane->ask(['do' => 'slice'])['ns'];
            }
            $lane->ask(['do' => 'companion', 'core' => $core, 'run' => true]);
            for ($i = 0; $i < 5; $i++) {
                $both[$name][] = $lane->ask(['do' => 'slice'])['ns'];
            }
            $second[$name] = [...$second[$name] ?? [], ...$lane->ask(['do' => 'companion', 'core' => $core, 'run' => false])['slices']];
        }
    }
    $rows = $goals = $notes = [];
    foreach ($lanes as $name => $lane) {
        $one = new Row($name, 'alone', $lane->kind, $alone[$name]);
        $two = new Row($name, 'beside a second', $lane->kind, $both[$name]);
        array_push($rows, $one, $two, new Row($name, 'the second', $lane->kind, $second[$name]));
        $more = static fn (float $with, float $without): float => 100 * ($with / $without - 1);
        if ($lane->kind === 'own') {
            $goals[] = new Goal("{$name}: more time beside a second worker", '≤', 3, '%', $more($two->best(), $one->best()), $more($two->median(), $one->median()));
            ['lines' => $lines, 'pages' => $pages, 'reads' => $reads] = $lane->ask(['do' => 'stores', 'passes' => 100]);
            $lane->ask(['do' => 'companion', 'core' => $core, 'run' => true]);
            $others = $lane->ask(['do' => 'stores', 'passes' => 0])['lines'];
            $lane->ask(['do' => 'companion', 'core' => $core, 'run' => false]);
            $shared = count(array_intersect($lines, $others));
            $goals[] = new Goal("{$name}: lines of shared memory that hits of both workers store to", '≤', 0, '', $shared);
            $notes[] = "{$name}: " . number_format($reads) . ' hits changed ' . count($lines) . ' lines of 64 bytes, those of the second worker ' . count(array_diff($others, $lines)) . ' others'
                . ($pages === null ? '.' : " and stored to {$pages} pages of the shared memory.");
        } else {
            $notes[] = sprintf('%s: %+.1f %% beside a second worker.', $name, $more($two->best(), $one->best()));
        }
    }
    return new Result(
        'Two workers',
        'Nanoseconds of a read by a worker alone and beside a second one, a fork on the other core which reads the same keys. Where the call itself '
            . 'becomes slower, the cores share something: a physical core, or a machine with others.',
        $rows,
        $goals,
        $notes,
    );
};
