<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Reads from memory beside reads over networks of several lengths. */
return static function (Bench $bench): Result {
    // By name: the address or the p50 in microseconds that a delay is set for, and how many times shorter ours is to be.
    $networks = ['Unix socket' => [$bench->redis->socket, 50], 'TCP on one host' => ["127.0.0.1:{$bench->redis->port}", 100],
        '0.10 ms' => [100.0, 400], '0.31 ms' => [310.0, 1200]];
    $keys = $bench->quick ? 500 : null;
    $awake = new Awake($bench);
    $rows = $goals = [];
    $notes = [$awake->describe()];
    foreach ($networks as $name => [$way, $times]) {
        $delay = is_float($way) ? new Delay($bench) : null;
        $address = $delay?->address ?? $way;
        $settings = ['baton_cache.zero_copy' => 'all', 'baton_cache.zero_copy_cli' => '1'];
        $lanes = $bench->start([
            'PhpRedis' => ['reader' => 'phpredis-igbinary', 'values' => 'corpus', 'address' => $address, 'keys' => $keys],
            'Baton' => ['reader' => 'baton-igbinary', 'values' => 'corpus', 'address' => $address, 'settings' => $settings, 'keys' => $keys, 'kind' => 'own'],
        ]);
        if (!isset($lanes['PhpRedis'])) {
            return new Result('Beside a network', '', [], [], ['PhpRedis is not installed.']);
        }
        if ($delay !== null) {
            $notes[] = "{$name}: each request is held for {$delay->tune($lanes['PhpRedis'], $way)} µs.";
        }
        $p50 = [];
        for ($round = 0; $round < ($bench->quick ? 5 : 40); $round++) {
            foreach ($lanes as $lane) {
                ['took' => $took, 'nothing' => $nothing] = $lane->ask(['do' => 'each', 'reads' => $lane->kind === 'own' ? 2000 : 200]);
                $p50[$lane->name][] = Lane::middle($took) - Lane::middle($nothing);
            }
        }
        $of = [];
        foreach ($lanes as $lane) {
            $rows[] = $of[$lane->name] = new Row($name, "{$lane->name}, p50", $lane->kind, $p50[$lane->name]);
        }
        $goals[] = Goal::faster("p50 of PhpRedis’s GET over ours, {$name}", $times, $of['Baton'], $of['PhpRedis']);
    }
    return new Result(
        'Beside a network',
        'The median of single reads of the corpus, each between two looks at the clock, whose own time is taken off: PhpRedis over a network '
            . 'of each length, and ours, connected over the same, from memory. Both give values that are decoded. A third of them are objects, which are made '
            . 'anew and push out of the processor’s caches what the next read needs.',
        $rows,
        $goals,
        $notes,
    );
};
