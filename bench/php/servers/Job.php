<?php

declare(strict_types=1);

namespace Bench;

/**
 * What a server is to do, from its environment, and where its result goes.
 *
 * | scenario | the server |
 * | --- | --- |
 * | `upgrade` | counts connections that open, and closes each at once |
 * | `idle` | counts connections that open, and keeps them |
 * | `echo`, `broadcast` | counts messages, and sends each back to its sender or to all |
 * | `swallow` | counts the messages of one client until it closes, and does nothing else with them |
 * | `ignore` | the same without a handler of messages: what the library does by itself |
 * | `open-echo`, `open-broadcast` | the same for as long as it is asked, without counting |
 * | `open-native-broadcast` | the same by the library's own call |
 *
 * Those that count write the result once there were as many as they expect. Their clock starts with the first of what they
 * count (those of `swallow` and `ignore` when its client opens): what comes before, the start of PHP above all, is not measured.
 */
final class Job
{
    public readonly string $scenario;

    public readonly int $port;

    public readonly int $connections;

    public readonly int $messages;

    public readonly string $subprotocol;

    /** Paths of certificate and key, where the server is to speak TLS itself. */
    public readonly string $certificate;

    public readonly string $key;

    public readonly string $folder;

    private ?Stopwatch $stopwatch = null;

    public function __construct()
    {
        $this->scenario = self::variable('SCENARIO');
        $this->port = (int) self::variable('PORT');
        $this->connections = (int) self::variable('CONNECTIONS');
        $this->messages = (int) self::variable('MESSAGES');
        $this->subprotocol = self::variable('SUBPROTOCOL');
        $this->certificate = self::variable('CERTIFICATE');
        $this->key = self::variable('KEY');
        $this->folder = self::variable('FOLDER');
    }

    public function start(): void
    {
        $this->stopwatch = new Stopwatch();
    }

    /** All that was expected has happened. */
    public function finish(int $operations): void
    {
        [$seconds, $cpu] = $this->stopwatch->read();
        $file = $this->folder . '/result.json';
        // The waiting process reads the file at once, so it appears whole.
        file_put_contents($file . '.new', json_encode(['operations' => $operations, 'seconds' => $seconds, 'cpu' => $cpu]));
        rename($file . '.new', $file);
    }

    private static function variable(string $name): string
    {
        return (string) getenv('BENCH_' . $name);
    }
}
