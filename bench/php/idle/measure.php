<?php

declare(strict_types=1);

namespace Bench;

/** Echoes of 64 B, of one client and of 8, one after the other, while 1, 1,000 and 9,000 others are connected and silent. */
return static function (Bench $bench, array $arguments): array {
    [$milliseconds, $rounds] = $bench->numbers($arguments, ['milliseconds' => 1000, 'rounds' => 3], ['milliseconds' => 100, 'rounds' => 1]);
    $figures = [];
    foreach ($bench->quick ? [1, 100] : [1, 1_000, 9_000] as $others) {
        $samples = $bench->rounds($rounds, $bench->contestants->servers($others), "idle, {$others}", static function (Contestant $contestant) use ($bench, $others, $milliseconds): array {
            $outcomes = [];
            foreach ([1, 8] as $talkers) {
                $server = new ServerProcess($bench, $contestant, 'open-echo');
                $outcomes[$talkers] = Generator::run($bench, $server, [
                    'kind' => 'idle',
                    'others' => $others,
                    'talkers' => $talkers,
                    'payload_bytes' => 64,
                    'seconds' => $milliseconds / 1000,
                    'warmup_seconds' => min(0.3, $milliseconds / 1000),
                ]);
                $server->program->stop();
            }
            return [
                'busy' => $outcomes[8]['server_cpu_us_per_echo'],
                'lonely' => $outcomes[1]['server_cpu_us_per_echo'],
                'p50' => 1000 * $outcomes[1]['latency']['p50_ms'],
                'p99' => 1000 * $outcomes[1]['latency']['p99_ms'],
                'memory' => $outcomes[1]['bytes_per_client'] / 1024,
            ];
        });
        $among = number_format($others) . ' idle';
        foreach ($samples as $name => $of) {
            array_push(
                $figures,
                new Figure("64 B echoes of 8 among {$among}, server CPU", $name, 'µs/echo', $of['busy']),
                new Figure("64 B echo of one among {$among}, server CPU", $name, 'µs/echo', $of['lonely']),
                new Figure("64 B echo of one among {$among}, latency, median", $name, 'µs', $of['p50']),
                new Figure("64 B echo of one among {$among}, latency, p99", $name, 'µs', $of['p99']),
            );
            if ($others >= 100) {
                $figures[] = new Figure("memory of each of {$among}", $name, 'KiB', $of['memory']);
            }
        }
    }
    return $figures;
};
