<?php

declare(strict_types=1);

namespace Bench;

/** The load generator `baton-load`, which is faster than any of the servers here. */
final class Generator
{
    /** Its runs open clients, measure and drain, each with a bound of its own; together they stay below this. */
    private const SECONDS = 150;

    public static function path(): ?string
    {
        $root = dirname(__DIR__, 3);
        $target = getenv('CARGO_TARGET_DIR') ?: $root . '/target';
        foreach ([getenv('BATON_LOAD') ?: '', $target . '/release/baton-load'] as $path) {
            if ($path !== '' && is_executable($path)) {
                return $path;
            }
        }
        return null;
    }

    /**
     * Runs one scenario against a server and returns what it measured.
     *
     * @param array<string, string|int|float|bool> $scenario its kind and settings
     * @return array<string, mixed> the report's outcome
     */
    public static function run(Bench $bench, ServerProcess $server, array $scenario, bool $tls = false): array
    {
        $server->await();
        $file = $bench->place('scenario.toml');
        $lines = array_map(
            static fn (string $key, string|int|float|bool $value): string => $key . ' = ' . json_encode($value, JSON_PRESERVE_ZERO_FRACTION),
            array_keys($scenario),
            $scenario,
        );
        file_put_contents($file, implode("\n", $lines) . "\n");
        $core = $bench->cores->generator;
        $report = Program::json([
            (string) self::path(), 'run', $file,
            '--url', ($tls ? 'wss' : 'ws') . '://127.0.0.1:' . $server->port,
            '--pid', (string) $server->program->pid,
            ...($core === null ? [] : ['--core', (string) $core]),
        ], self::SECONDS);
        return $report['outcome'];
    }
}
