<?php

declare(strict_types=1);

namespace Bench;

/** Time on the wall and CPU time of this process, user and system, of all its threads. */
final class Stopwatch
{
    private int $wall;

    private float $cpu;

    public function __construct()
    {
        $this->cpu = self::cpu();
        $this->wall = hrtime(true);
    }

    /** @return array{float, float} seconds on the wall and of CPU since it was made */
    public function read(): array
    {
        $wall = hrtime(true) - $this->wall;
        return [$wall / 1e9, self::cpu() - $this->cpu];
    }

    private static function cpu(): float
    {
        $usage = getrusage();
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }
}
