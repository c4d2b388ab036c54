<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Cores;
use Bench\Failure;

/** One run: what is installed, where things run, and the server. */
final class Bench
{
    /** Lanes take turns slice by slice until there are so many of each, or the time is up, but never fewer than FEWEST. */
    private const SLICES = 200;
    private const SECONDS = 20.0;
    private const QUICK_SLICES = 20;
    private const QUICK_SECONDS = 2.0;
    private const FEWEST = 3;

    public readonly string $folder;

    public readonly Cores $cores;

    public readonly Extensions $extensions;

    public readonly RedisServer $redis;

    private int $next = 0;

    public function __construct(public readonly bool $quick)
    {
        $this->folder = sys_get_temp_dir() . '/baton-bench-cache-' . getmypid();
        mkdir($this->folder, 0700);
        $folder = escapeshellarg($this->folder);
        register_shutdown_function(static fn () => exec("rm -rf {$folder}")); // however it ends
        $this->cores = Cores::choose();
        $this->extensions = new Extensions(EmptyCall::build($this->folder));
        $this->redis = new RedisServer($this->folder, $this->cores->generator);
    }

    /** A fresh place in the folder of this run. */
    public function place(string $name): string
    {
        return sprintf('%s/%03d-%s', $this->folder, $this->next++, $name);
    }

    /** @return list<string> what stands before a command that is to have the core of those who are measured */
    public function pinned(): array
    {
        return $this->cores->server === null ? [] : ['taskset', '-c', (string) $this->cores->server];
    }

    /** @return list<string> what stands before a command that is to have all the cores, as this process has but one of them */
    public function unpinned(): array
    {
        return $this->cores->server === null ? [] : ['taskset', '-c', "{$this->cores->server},{$this->cores->generator}"];
    }

    /** Whether all is installed that a reader needs. */
    public function can(string $reader): bool
    {
        $definition = require dirname(__DIR__) . "/readers/{$reader}.php";
        return $this->extensions->has(...$definition->extensions, ...$definition->needs);
    }

    /**
     * Starts those lanes whose needs are installed, has everything read once, and sees to it that hits are hits.
     *
     * @param array<string, array<string, mixed>> $lanes arguments of Lane by name
     * @return array<string, Lane>
     */
    public function start(array $lanes): array
    {
        $started = [];
        foreach ($lanes as $name => $arguments) {
            if ($this->can($arguments['reader'])) {
                $started[$name] = new Lane($this, $name, ...$arguments);
            }
        }
        foreach ($started as $lane) {
            $this->warm($lane);
        }
        return $started;
    }

    /** @param array<string, Lane> $lanes */
    public function alternate(array $lanes): void
    {
        $end = microtime(true) + ($this->quick ? self::QUICK_SECONDS : self::SECONDS);
        for ($round = 1; $round <= ($this->quick ? self::QUICK_SLICES : self::SLICES); $round++) {
            foreach ($lanes as $lane) {
                $lane->slice();
            }
            if ($round >= self::FEWEST && microtime(true) > $end) {
                return;
            }
        }
    }

    /**
     * Starts lanes and lets them take turns.
     *
     * @param array<string, array<string, mixed>> $lanes
     * @return array<string, Lane>
     */
    public function measure(array $lanes): array
    {
        $started = $this->start($lanes);
        $this->alternate($started);
        return $started;
    }

    /** Others may have written what this lane keeps, and what was written last is heard of a moment later. */
    private function warm(Lane $lane): void
    {
        $reader = require dirname(__DIR__) . "/readers/{$lane->reader}.php";
        for ($tries = 0; $tries < 5; $tries++) {
            $lane->ask(['do' => 'pass']);
            $before = $this->redis->calls()[$reader->command] ?? 0;
            $reads = $lane->ask(['do' => 'pass'])['reads'];
            $asked = ($this->redis->calls()[$reader->command] ?? 0) - $before;
            if ($asked === ($reader->hits ? 0 : $reads) || !in_array('baton_cache', $reader->extensions, true)) {
                return;
            }
            usleep(20_000);
        }
        throw new Failure("{$lane->name}: of {$reads} reads {$asked} went to the server");
    }
}
