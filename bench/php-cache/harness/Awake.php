<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Program;

/**
 * Keeps the cores from sleeping, as those of a busy server do not: what runs here gives way to everything else at once (SCHED_IDLE).
 * A core that sleeps needs tens of microseconds to wake up, more than a command of Redis takes.
 */
final class Awake
{
    private const SECONDS = 600;

    /** @var list<Program> */
    private array $programs = [];

    public function __construct(Bench $bench)
    {
        exec('command -v chrt', $path, $status);
        foreach ($status === 0 ? [$bench->cores->server, $bench->cores->generator] : [] as $core) {
            if ($core !== null) {
                $this->programs[] = new Program(['chrt', '--idle', '0', 'sh', '-c', 'while :; do :; done'], self::SECONDS, '/dev/null', core: $core);
            }
        }
    }

    public function describe(): string
    {
        return $this->programs === [] ? 'The cores fall asleep meanwhile.' : 'The cores are kept from falling asleep, as those of a busy server are.';
    }
}
