<?php

declare(strict_types=1);

namespace Bench;

/** One message to all clients: by a loop over send() in PHP, and by the library's own call where it has one. */
return static function (Bench $bench, array $arguments): array {
    [$bytes, $milliseconds, $rounds] = $bench->numbers(
        $arguments,
        ['payload' => 1024, 'milliseconds' => 2000, 'rounds' => 3],
        ['milliseconds' => 100, 'rounds' => 1],
    );
    $figures = [];
    foreach ($bench->quick ? [5] : [50, 1000] as $connections) {
        foreach (['foreach send' => 'open-broadcast', 'own broadcast()' => 'open-native-broadcast'] as $how => $scenario) {
            $able = array_values(array_filter(
                $bench->contestants->servers($connections),
                static fn (Contestant $one): bool => $scenario === 'open-broadcast' || $one->can('broadcast'),
            ));
            $samples = $bench->rounds($rounds, $able, "broadcast, {$connections}, {$how}", static function (Contestant $contestant) use ($bench, $connections, $bytes, $milliseconds, $scenario): array {
                $server = new ServerProcess($bench, $contestant, $scenario, ['CONNECTIONS' => $connections]);
                $outcome = Generator::run($bench, $server, [
                    'kind' => 'pairs',
                    'echo' => true,
                    'pairs' => 1,
                    'receivers' => $connections,
                    'payload_bytes' => $bytes,
                    // At most 3 MB on the way, so that no server's queue is what is measured.
                    'window' => $connections > 50 ? 4 : 64,
                    'seconds' => $milliseconds / 1000,
                    'warmup_seconds' => min(0.5, $milliseconds / 1000),
                ]);
                $server->program->stop();
                return [
                    'rate' => $outcome['messages_per_second'],
                    'cpu' => $outcome['server_cpu_us_per_message'],
                    'generator' => 100 * $outcome['usage']['generator_cpu_seconds'] / $outcome['usage']['seconds'],
                ];
            });
            $row = "broadcast to {$connections}, {$how}";
            foreach ($samples as $name => $of) {
                array_push(
                    $figures,
                    new Figure($row, $name, 'deliveries/s', $of['rate']),
                    new Figure("{$row}, server CPU", $name, 'µs/delivery', $of['cpu']),
                    new Figure("{$row}, generator CPU", $name, '% of a core', $of['generator']),
                );
            }
        }
    }
    return $figures;
};
