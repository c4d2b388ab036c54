<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Failure;

/**
 * A way to read, in a PHP process of its own: it has nothing loaded but what it needs, reads when it is told to, and says how long that
 * took. It is started once, so that a slice of one lane can follow within milliseconds on a slice of another.
 */
final class Lane
{
    /** The most that a lane may live. */
    private const SECONDS = 1200;

    /** @var list<float> nanoseconds of a read, one of each slice */
    public array $slices = [];

    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    private readonly string $words;

    /**
     * @param string $name in tables
     * @param string $reader a file of readers/
     * @param string $values what is read; Corpus::values()
     * @param array<string, string> $settings of php.ini
     * @param string $address of the server: a path, or host:port
     * @param string $kind "own", "peer" or "floor"
     */
    public function __construct(
        Bench $bench,
        public readonly string $name,
        public readonly string $reader,
        string $values,
        array $settings = [],
        ?string $address = null,
        public readonly string $kind = 'peer',
        ?int $keys = null,
    ) {
        $definition = require dirname(__DIR__) . "/readers/{$reader}.php";
        $this->words = $bench->place("{$reader}.txt");
        $process = proc_open(
            ['timeout', '--kill-after=2', (string) self::SECONDS, ...$bench->pinned(), ...self::php($bench, $definition, $settings),
                dirname(__DIR__) . '/lane/main.php'],
            [['pipe', 'r'], ['pipe', 'w'], ['file', $this->words, 'w']],
            $this->pipes,
        );
        if ($process === false) {
            throw new Failure("cannot start the lane {$name}");
        }
        $this->process = $process;
        $this->ask([
            'reader' => $reader,
            'values' => $values,
            'keys' => $keys,
            'address' => $address ?? $bench->redis->socket,
            'predis' => $bench->extensions->paths['predis'] ?? '',
            'loop' => $bench->place("{$reader}.loop.php"),
            'slice' => $bench->quick ? 1e6 : 2e6,
        ]);
    }

    public function __destruct()
    {
        foreach ($this->pipes as $pipe) {
            fclose($pipe); // at the end of its input the lane ends
        }
        proc_close($this->process);
    }

    /** One slice, whose time is kept. */
    public function slice(): void
    {
        $this->slices[] = $this->ask(['do' => 'slice'])['ns'];
    }

    /**
     * A command of lane/main.php.
     *
     * @param array<string, mixed> $command
     * @return array<string, mixed>
     */
    public function ask(array $command): array
    {
        $sent = @fwrite($this->pipes[0], json_encode($command, JSON_THROW_ON_ERROR) . "\n");
        $answer = $sent === false ? null : json_decode((string) fgets($this->pipes[1]), true);
        if (!is_array($answer)) {
            throw new Failure("the lane {$this->name} has ended: " . trim(substr((string) file_get_contents($this->words), -600)));
        }
        return $answer;
    }

    public function best(): float
    {
        return min($this->slices);
    }

    public function median(): float
    {
        return self::middle($this->slices);
    }

    /** @param non-empty-list<float> $numbers */
    public static function middle(array $numbers): float
    {
        sort($numbers);
        return ($numbers[intdiv(count($numbers) - 1, 2)] + $numbers[intdiv(count($numbers), 2)]) / 2;
    }

    /** @return list<string> a PHP that has read no php.ini, with the code cache as it is in production and no JIT */
    public static function php(Bench $bench, Reader $reader, array $settings): array
    {
        $command = [PHP_BINARY, '-n', '-d', 'zend_extension=opcache'];
        foreach ($reader->extensions as $name) {
            array_push($command, '-d', "extension={$bench->extensions->paths[$name]}");
        }
        $always = ['opcache.enable_cli' => '1', 'opcache.jit' => 'off', 'opcache.file_update_protection' => '0', 'zend.assertions' => '-1',
            'memory_limit' => '2G', 'error_log' => '/dev/stderr', 'display_errors' => 'stderr'];
        foreach ($settings + $reader->settings + $always as $name => $value) {
            array_push($command, '-d', "{$name}={$value}");
        }
        return $command;
    }
}
