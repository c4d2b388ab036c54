<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Failure;
use Bench\ServerProcess;

/** A network of some length before the server: lane/delay.php, and how long it holds what is asked. */
final class Delay
{
    private const SECONDS = 600;
    private const STEPS = 6;

    public readonly string $address;

    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    public function __construct(Bench $bench)
    {
        $port = ServerProcess::freePort();
        $this->address = "127.0.0.1:{$port}";
        $core = $bench->cores->generator;
        $process = proc_open(
            ['timeout', '--kill-after=2', (string) self::SECONDS, ...($core === null ? [] : ['taskset', '-c', (string) $core]),
                PHP_BINARY, '-n', dirname(__DIR__) . '/lane/delay.php', (string) $port, $bench->redis->socket],
            [['pipe', 'r'], ['pipe', 'w'], ['file', $bench->place('delay.txt'), 'w']],
            $this->pipes,
        );
        if ($process === false) {
            throw new Failure('cannot start the delay');
        }
        $this->process = $process;
        $this->hold(0);
    }

    public function __destruct()
    {
        foreach ($this->pipes as $pipe) {
            fclose($pipe);
        }
        proc_close($this->process);
    }

    /** Sets the delay so that the p50 of a lane is about so many microseconds; returns the delay. */
    public function tune(Lane $lane, float $goal): float
    {
        $delay = 0.0;
        for ($step = 0; $step < self::STEPS; $step++) {
            $p50 = Lane::middle($lane->ask(['do' => 'each', 'reads' => 200])['took']) / 1e3;
            if (abs($p50 - $goal) < 0.02 * $goal) {
                break;
            }
            $delay = max(0.0, round($delay + $goal - $p50, 1));
            $this->hold($delay);
        }
        return $delay;
    }

    private function hold(float $microseconds): void
    {
        fwrite($this->pipes[0], "{$microseconds}\n");
        if (fgets($this->pipes[1]) !== "set\n") {
            throw new Failure('the delay has ended');
        }
    }
}
