<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Failure;
use Bench\Program;
use Bench\ServerProcess;

/** A redis-server of this run's own, on a Unix socket and on TCP, which keeps nothing on disk. */
final class RedisServer
{
    private const SECONDS = 3600;

    public readonly string $socket;

    public readonly int $port;

    private readonly Program $program;

    private readonly Wire $wire;

    public function __construct(string $folder, ?int $core)
    {
        $this->socket = "{$folder}/redis.sock";
        $this->port = ServerProcess::freePort();
        $this->program = new Program(
            ['redis-server', '--port', (string) $this->port, '--bind', '127.0.0.1', '--unixsocket', $this->socket,
                '--save', '', '--appendonly', 'no', '--dir', $folder],
            self::SECONDS,
            "{$folder}/redis.txt",
            core: $core,
        );
        for ($i = 0; !file_exists($this->socket); $i++) {
            if ($i === 1000 || !$this->program->runs()) {
                throw new Failure('redis-server did not start; ' . $this->program->words());
            }
            usleep(5000);
        }
        $this->wire = new Wire("unix://{$this->socket}");
    }

    public function version(): string
    {
        return preg_match('/^redis_version:(\S+)/m', (string) $this->wire->ask('INFO', 'server'), $match) ? $match[1] : 'unknown';
    }

    /** Forgets all keys and counts. */
    public function empty(): void
    {
        $this->wire->ask('FLUSHALL');
        $this->wire->ask('CONFIG', 'RESETSTAT');
    }

    /**
     * How often each command was run.
     *
     * @return array<string, int>
     */
    public function calls(): array
    {
        preg_match_all('/^cmdstat_([^:]+):calls=(\d+)/m', (string) $this->wire->ask('INFO', 'commandstats'), $match);
        $calls = array_map('intval', array_combine($match[1], $match[2]));
        // What this object has asked itself.
        unset($calls['info'], $calls['config|resetstat'], $calls['flushall']);
        return $calls;
    }

    /** Bytes that came in and went out, what this object asks for among them. */
    public function bytes(): int
    {
        preg_match_all('/^total_net_(?:input|output)_bytes:(\d+)/m', (string) $this->wire->ask('INFO', 'stats'), $match);
        return array_sum(array_map('intval', $match[1]));
    }
}
