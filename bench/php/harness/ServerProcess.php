<?php

declare(strict_types=1);

namespace Bench;

/** A contestant's server in a process of its own, on the server's core. */
final class ServerProcess
{
    /** How long a server may run: longer than any measurement. */
    private const SECONDS = 180;

    public readonly int $port;

    private readonly string $result;

    public readonly Program $program;

    /** @param array<string, string|int> $job its environment beside its scenario; see servers/Job.php */
    public function __construct(Bench $bench, public readonly Contestant $contestant, string $scenario, array $job = [])
    {
        $folder = $bench->place($contestant->name);
        mkdir($folder, 0700);
        $this->port = self::freePort();
        $this->result = $folder . '/result.json';
        $environment = $contestant->environment;
        foreach (['SCENARIO' => $scenario, 'PORT' => $this->port, 'FOLDER' => $folder] + $job as $name => $value) {
            $environment["BENCH_{$name}"] = (string) $value;
        }
        $this->program = new Program(
            $contestant->command(dirname(__DIR__) . "/servers/{$contestant->adapter}.php", ...$contestant->arguments),
            self::SECONDS,
            $folder . '/words.txt',
            $environment,
            $bench->cores->server,
        );
    }

    /** Waits until it accepts. */
    public function await(float $seconds = 10.0): void
    {
        $socket = Client::connect($this, $seconds);
        fclose($socket);
    }

    /** Fails if the server has ended. */
    public function mustRun(): void
    {
        if (!$this->program->runs()) {
            throw new Failure('the server has ended; ' . $this->program->words());
        }
    }

    /**
     * What the server has measured of itself.
     *
     * @return array{operations: int, seconds: float, cpu: float}
     */
    public function result(float $seconds = 15.0): array
    {
        $deadline = microtime(true) + $seconds;
        while (!is_file($this->result)) {
            $this->mustRun();
            if (microtime(true) > $deadline) {
                throw new Failure("no result of the server after {$seconds} s; " . $this->program->words());
            }
            clearstatcache(true, $this->result);
            usleep(10_000); // as in the published benchmark, whose client figures include this wait
        }
        return json_decode((string) file_get_contents($this->result), true, flags: JSON_THROW_ON_ERROR);
    }

    public static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new Failure('no free port on 127.0.0.1');
        }
        $name = (string) stream_socket_get_name($socket, false);
        fclose($socket);
        return (int) substr($name, strrpos($name, ':') + 1);
    }
}
