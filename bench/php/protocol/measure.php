<?php

declare(strict_types=1);

namespace Bench;

/** Encoding and decoding of one frame, as published, and against what PHP itself needs to call a closure. */
return static function (Bench $bench, array $arguments): array {
    [$iterations, $rounds] = $bench->numbers($arguments, ['iterations' => 100_000, 'rounds' => 5], ['iterations' => 2_000, 'rounds' => 2]);
    $script = __DIR__ . '/round.php';
    $samples = $bench->rounds($rounds, $bench->contestants->found, 'protocol', static function (Contestant $contestant) use ($bench, $script, $iterations): array {
        $rows = Program::json($contestant->command($script, $contestant->adapter, (string) $iterations), 60, $contestant->environment, $bench->cores->server);
        $figures = [];
        foreach ($rows as $row => ['wall' => $wall, 'cpu' => $cpu, 'least' => $least]) {
            $figures["wall {$row}"] = 1e9 / $wall;
            $figures["cpu {$row}"] = 1e3 / max($cpu, $least);
            $figures["best {$row}"] = 1e3 / $least;
        }
        return $figures;
    });

    // Targets are parts of the floor.
    $rows = [
        'encode text 64B' => 0.50,
        'decode masked text 64B' => 0.28,
        'decode masked text 64B to string' => 0.45,
        'encode text 1024B' => 0.36,
        'decode masked text 1024B' => 0.20,
        'decode masked text 1024B to string' => null,
    ];
    $figures = [];
    foreach ($rows as $row => $target) {
        foreach ($samples as $name => $of) {
            if (isset($of["wall {$row}"])) {
                $figures[] = new Figure($row, $name, 'ops/s', $of["wall {$row}"], 'mean');
            }
        }
    }
    foreach ($samples as $name => $of) {
        $figures[] = new Figure('floor: an empty closure, CPU, best', $name, 'Mops/s', $of['best floor'], 'highest');
    }
    foreach ($rows as $row => $target) {
        foreach ($samples as $name => $of) {
            if (!isset($of["cpu {$row}"])) {
                continue;
            }
            $best = new Figure("{$row}, CPU, best", $name, 'Mops/s', $of["best {$row}"], 'highest');
            array_push(
                $figures,
                $best,
                new Figure("{$row}, CPU, median", $name, 'Mops/s', $of["cpu {$row}"]),
                new Figure("{$row}, part of the floor", $name, '', [$best->value() / max($of['best floor'])], 'highest', $target),
            );
        }
    }
    return $figures;
};
