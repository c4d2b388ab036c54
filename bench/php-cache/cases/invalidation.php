<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Program;

/** How long something old is read after another client has changed it. */
return static function (Bench $bench): Result {
    $awake = new Awake($bench);
    $reader = require dirname(__DIR__) . '/readers/baton.php';
    $told = ['BENCH_ADDRESS' => $bench->redis->socket, 'BENCH_WRITES' => $bench->quick ? '300' : '3000'];
    // Not on a core of its own: the thread that hears of changes needs one beside the reader.
    $command = [...$bench->unpinned(), ...Lane::php($bench, $reader, []), dirname(__DIR__) . '/lane/invalidation.php'];
    $took = Program::json($command, 120, $told)['took'];
    sort($took);
    $at = static fn (float $part): float => $took[(int) ($part * (count($took) - 1))] / 1e3;
    return new Result(
        'Changes by others',
        'Microseconds from the moment when another client has the reply to its SET, to the last time that the old value is read here. The reader reads '
            . 'all the time.',
        [
            new Row('old after the writer’s reply', 'p50', 'own', [$at(0.5)], 'µs'),
            new Row('old after the writer’s reply', 'p90', 'own', [$at(0.9)], 'µs'),
            new Row('old after the writer’s reply', 'p99', 'own', [$at(0.99)], 'µs'),
        ],
        [new Goal('an entry is dead after the writer’s reply, p50', '≤', 50, 'µs', $at(0.5))],
        [sprintf('%s writes; the longest %.0f µs.', number_format(count($took)), $at(1)), $awake->describe()],
    );
};
