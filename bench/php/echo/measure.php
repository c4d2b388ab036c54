<?php

declare(strict_types=1);

namespace Bench;

/** Echoes pipelined by a generator that is faster than the servers: 50 connections with 64 messages each on their way. */
return static function (Bench $bench, array $arguments): array {
    [$connections, $bytes, $milliseconds, $rounds] = $bench->numbers(
        $arguments,
        ['connections' => 50, 'payload' => 1024, 'milliseconds' => 2000, 'rounds' => 3],
        ['connections' => 5, 'milliseconds' => 100, 'rounds' => 1],
    );
    $native = NativeEcho::path();
    $figures = [];
    foreach (['ws', 'wss'] as $over) {
        $able = array_values(array_filter(
            $bench->contestants->servers($connections),
            static fn (Contestant $one): bool => $over === 'ws' || $one->can('tls'),
        ));
        $hasFloor = $over === 'ws' && $native !== null;
        if ($hasFloor) {
            $able[] = NativeEcho::contestant($native);
        }
        $samples = $bench->rounds($rounds, $able, "echo, {$over}", static function (Contestant $contestant) use ($bench, $connections, $bytes, $milliseconds, $over, $hasFloor): array {
            $server = new ServerProcess($bench, $contestant, 'open-echo', $over === 'wss' ? $bench->certificate()->environment() : []);
            $outcome = Generator::run($bench, $server, [
                'kind' => 'pairs',
                'echo' => true,
                'pairs' => $connections,
                'payload_bytes' => $bytes,
                'window' => 64,
                'seconds' => $milliseconds / 1000,
                'warmup_seconds' => min(0.5, $milliseconds / 1000),
            ], $over === 'wss');
            $server->program->stop();
            return [
                'rate' => $outcome['messages_per_second'],
                'cpu' => $outcome['server_cpu_us_per_message'],
                'generator' => 100 * $outcome['usage']['generator_cpu_seconds'] / $outcome['usage']['seconds'],
                'call' => $hasFloor && $contestant->can('message-count') ? Flood::call($bench, $contestant, $bench->quick ? 20_000 : 1_000_000, 64) / 1000 : NAN,
            ];
        });
        $floor = $samples['native'] ?? null;
        unset($samples['native']);
        foreach ($samples as $name => $of) {
            array_push(
                $figures,
                new Figure("echo, {$over}, {$bytes} B", $name, 'messages/s', $of['rate']),
                new Figure("echo, {$over}, {$bytes} B, server CPU", $name, 'µs/message', $of['cpu']),
                new Figure("echo, {$over}, {$bytes} B, generator CPU", $name, '% of a core', $of['generator']),
            );
            if ($floor !== null && !is_nan($of['call'][0])) {
                array_push($figures, ...floorFigures($name, $bytes, $floor, $of));
            }
        }
    }
    return $figures;
};

/**
 * Ours beside an echo over the same core without PHP and what a handler costs at least, round by round.
 *
 * @param array<string, list<float>> $floor
 * @param array<string, list<float>> $ours
 * @return list<Figure>
 */
function floorFigures(string $name, int $bytes, array $floor, array $ours): array
{
    $parts = array_map(static fn (float $native, float $call, float $cpu): float => ($native + $call) / $cpu, $floor['cpu'], $ours['call'], $ours['cpu']);
    return [
        new Figure("floor: the same core without PHP, {$bytes} B, server CPU", $name, 'µs/message', $floor['cpu']),
        new Figure('floor: what an empty handler adds, CPU', $name, 'µs/message', $ours['call']),
        new Figure('both floors / server CPU', $name, '', $parts, target: 0.85),
    ];
}
