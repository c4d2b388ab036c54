<?php

declare(strict_types=1);

namespace Bench;

/** The server's core and the generator's: two processes that share one measure the scheduler. */
final class Cores
{
    private function __construct(public readonly ?int $server, public readonly ?int $generator)
    {
    }

    /** The first two that this process may use; none where there is one only, or no taskset. Moves this process to its own. */
    public static function choose(): self
    {
        preg_match('/^Cpus_allowed_list:\s*(\S+)/m', (string) @file_get_contents('/proc/self/status'), $match);
        $cores = [];
        foreach (explode(',', $match[1] ?? '') as $range) {
            [$first, $last] = explode('-', $range . '-' . $range);
            array_push($cores, ...range((int) $first, (int) $last));
        }
        exec('command -v taskset', $path, $status);
        if (count($cores) < 2 || $status !== 0) {
            return new self(null, null);
        }
        exec("taskset -cp {$cores[1]} " . getmypid());
        return new self($cores[0], $cores[1]);
    }

    public function __toString(): string
    {
        return $this->server === null ? 'not pinned' : "server on core {$this->server}, generator on core {$this->generator}";
    }
}
