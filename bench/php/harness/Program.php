<?php

declare(strict_types=1);

namespace Bench;

/**
 * Another program, which ends by itself.
 *
 * It runs below `timeout`, which makes a process group of it: stopping it stops all that it has started, and whatever
 * becomes of this process, nothing is left behind for longer than its time.
 */
final class Program
{
    /** @var resource */
    private $process;

    private ?int $exit = null;

    public readonly int $pid;

    /**
     * @param list<string> $command
     * @param int $seconds how long it may run
     * @param array<string, string> $environment beside ours
     */
    public function __construct(
        array $command,
        int $seconds,
        private readonly string $output,
        array $environment = [],
        ?int $core = null,
    ) {
        $pinned = $core === null ? [] : ['taskset', '-c', (string) $core];
        $log = ['file', $output, 'a'];
        $process = proc_open(
            ['timeout', '--kill-after=2', (string) $seconds, ...$pinned, ...$command],
            [['file', '/dev/null', 'r'], $log, $log],
            $pipes,
            null,
            $environment + getenv(),
        );
        if (!is_resource($process)) {
            throw new Failure('cannot start ' . implode(' ', $command));
        }
        $this->process = $process;
        $this->pid = proc_get_status($process)['pid'];
    }

    public function __destruct()
    {
        $this->stop();
    }

    public function runs(): bool
    {
        if ($this->exit === null) {
            $status = proc_get_status($this->process);
            if (!$status['running']) {
                $this->exit = $status['exitcode'];
            }
        }
        return $this->exit === null;
    }

    /** Waits until it ends; its own time bounds that. */
    public function wait(): int
    {
        while ($this->runs()) {
            usleep(2000);
        }
        return (int) $this->exit;
    }

    /** Ends it, and all that it has started. */
    public function stop(): void
    {
        if (!is_resource($this->process)) {
            return;
        }
        if ($this->runs()) {
            posix_kill(-$this->pid, SIGKILL) || posix_kill($this->pid, SIGKILL);
        }
        proc_close($this->process);
    }

    /** The end of its output. */
    public function words(): string
    {
        $text = is_file($this->output) ? trim((string) file_get_contents($this->output)) : '';
        return $text === '' ? 'it said nothing' : 'it said: ' . substr($text, -600);
    }

    /**
     * What a program that prints JSON has to say.
     *
     * @param list<string> $command
     * @param array<string, string> $environment
     */
    public static function json(array $command, int $seconds, array $environment = [], ?int $core = null): array
    {
        $output = tempnam(sys_get_temp_dir(), 'baton-bench-');
        try {
            $program = new self($command, $seconds, $output, $environment, $core);
            $exit = $program->wait();
            $result = json_decode((string) file_get_contents($output), true);
            if ($exit !== 0 || !is_array($result)) {
                throw new Failure(basename($command[0]) . " ended with status {$exit}; " . $program->words());
            }
            return $result;
        } finally {
            unlink($output);
        }
    }
}
