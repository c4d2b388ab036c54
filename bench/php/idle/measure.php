<?php

declare(strict_types=1);

namespace Bench;

/** One client's echoes of 64 B, one after the other, while 1, 1,000 and 9,000 others are connected and silent. */
return static function (Bench $bench, array $arguments): array {
    [$milliseconds, $rounds] = $bench->numbers($arguments, ['milliseconds' => 1000, 'rounds' => 3], ['milliseconds' => 100, 'rounds' => 1]);
    $figures = [];
    foreach ($bench->quick ? [1, 100] : [1, 1_000, 9_000] as $others) {
        $samples = $bench->rounds($rounds, $bench->contestants->servers($others), "idle, {$others}", static function (Contestant $contestant) use ($bench, $others, $milliseconds): array {
            $server = new ServerProcess($bench, $contestant, 'open-echo');
            $outcome = Generator::run($bench, $server, [
                'kind' => 'idle',
                'others' => $others,
                'payload_bytes' => 64,
                'seconds' => $milliseconds / 1000,
                'warmup_seconds' => min(0.3, $milliseconds / 1000),
            ]);
            $server->program->stop();
            return [
                'cpu' => $outcome['server_cpu_us_per_echo'],
                'p99' => 1000 * $outcome['latency']['p99_ms'],
                'p50' => 1000 * $outcome['latency']['p50_ms'],
                'memory' => $outcome['bytes_per_client'] / 1024,
            ];
        });
        $among = number_format($others) . ' idle';
        foreach ($samples as $name => $of) {
            array_push(
                $figures,
                new Figure("64 B echo among {$among}, server CPU", $name, 'µs/echo', $of['cpu']),
                new Figure("64 B echo among {$among}, latency, median", $name, 'µs', $of['p50']),
                new Figure("64 B echo among {$among}, latency, p99", $name, 'µs', $of['p99']),
            );
            if ($others >= 100) {
                $figures[] = new Figure("memory of each of {$among}", $name, 'KiB', $of['memory']);
            }
        }
    }
    return $figures;
};
