<?php

declare(strict_types=1);

namespace Bench;

/** Which libraries are installed here, and how the others are made known. */
final class Contestants
{
    /** @var list<Contestant> */
    public array $found = [];

    /** @var array<string, string> what is missing, and what to set */
    public array $missing = [];

    /** Workerman and Revolt use stream_select() unless an extension gives them a better loop. */
    private const SELECT_LIMIT = 1010;

    public function __construct()
    {
        $module = getenv('BATON_WEBSOCKET_SO') ?: dirname(__DIR__, 3) . '/php/websocket/modules/websocket.so';
        $this->add(new Contestant('baton', 'websocket', self::extension($module)), $module, 'BATON_WEBSOCKET_SO', 'its websocket.so');
        $this->ofVariable('ext-websocket', 'websocket', 'WEBSOCKET_PEER_SO', 'its websocket.so');
        $this->ofVariable('openswoole', 'openswoole', 'OPENSWOOLE_SO', 'its openswoole.so');
        $this->ofVariable('workerman', 'workerman', 'WORKERMAN_AUTOLOAD', 'the autoload.php that knows workerman/workerman');
        $this->ofVariable('amphp', 'amphp', 'AMPHP_AUTOLOAD', 'the autoload.php that knows amphp/websocket-server');
        $this->ofVariable('ratchet', 'ratchet', 'RATCHET_AUTOLOAD', 'the autoload.php that knows ratchet/rfc6455');
    }

    /** Leaves only those of these names. */
    public function keep(array $names): void
    {
        $known = [...array_column($this->found, 'name'), ...array_keys($this->missing)];
        foreach (array_diff($names, $known) as $name) {
            throw new Misuse("--only={$name} is none of " . implode(', ', $known));
        }
        foreach (array_intersect($names, array_keys($this->missing)) as $name) {
            throw new Misuse("{$name} is not installed: {$this->missing[$name]}");
        }
        $this->found = array_values(array_filter($this->found, static fn (Contestant $one): bool => in_array($one->name, $names, true)));
    }

    /** @return list<Contestant> those that have a server */
    public function servers(int $connections = 0): array
    {
        return array_values(array_filter(
            $this->found,
            static fn (Contestant $one): bool => $one->serves && ($one->mostConnections ?? PHP_INT_MAX) >= $connections,
        ));
    }

    private function ofVariable(string $name, string $adapter, string $variable, string $what): void
    {
        $path = (string) getenv($variable);
        if (str_ends_with($variable, '_SO')) {
            $this->add(new Contestant($name, $adapter, self::extension($path)), $path, $variable, $what);
            return;
        }
        $this->add(new Contestant(
            $name,
            $adapter,
            [],
            ['BENCH_AUTOLOAD' => $path],
            $adapter === 'workerman' ? ['start'] : [],
            $adapter !== 'ratchet',
            self::SELECT_LIMIT,
        ), $path, $variable, $what);
    }

    private function add(Contestant $contestant, string $path, string $variable, string $what): void
    {
        if (!is_file($path)) {
            $at = $path === '' ? '' : " ({$path} is no file)";
            $this->missing[$contestant->name] = "set {$variable} to the path of {$what}{$at}";
            return;
        }
        $probe = Program::json($contestant->command(__DIR__ . '/probe.php', $contestant->adapter), 10, $contestant->environment);
        $this->found[] = $contestant->known((string) $probe['version'], $probe['abilities']);
    }

    /** @return list<string> */
    private static function extension(string $path): array
    {
        return ['-d', 'extension=' . (realpath($path) ?: $path)];
    }
}
