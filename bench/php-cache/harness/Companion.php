<?php

declare(strict_types=1);

namespace Bench\Cache;

/** A second worker beside a lane's own: a fork, so that both are of one tree and share what PHP has mapped, on another core. */
final class Companion
{
    /** @var resource */
    private $line;

    public function __construct(int $core, \Closure $slice)
    {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = pcntl_fork();
        if ($child === 0) {
            fclose($here);
            fclose(STDIN);
            exec("taskset -cp {$core} " . getmypid());
            self::work($there, $slice);
            // Not exit(): what the lane will still say is in buffers that are not the companion's.
            pcntl_exec('/bin/true');
        }
        fclose($there);
        $this->line = $here;
        fgets($this->line); // it is there
    }

    /** It reads from now on. */
    public function run(): array
    {
        fwrite($this->line, "run\n");
        fgets($this->line); // it does
        return ['runs' => true];
    }

    /** It rests; the nanoseconds of a read in each of its slices. */
    public function rest(): array
    {
        fwrite($this->line, "rest\n");
        return ['slices' => json_decode((string) fgets($this->line), true, flags: JSON_THROW_ON_ERROR)];
    }

    /** @param resource $line */
    private static function work($line, \Closure $slice): void
    {
        $slice(); // what a worker does once, it has done
        fwrite($line, "here\n");
        while (fgets($line) !== false) {
            $slices = [];
            $read = [$line];
            $none = null;
            do {
                $slices[] = $slice();
                count($slices) > 1 || fwrite($line, "runs\n");
            } while (stream_select($read, $none, $none, 0) === 0 && ($read = [$line]));
            fgets($line);
            fwrite($line, json_encode($slices) . "\n");
        }
    }
}
