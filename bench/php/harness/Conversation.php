<?php

declare(strict_types=1);

namespace Bench;

/**
 * Messages pipelined from clients in turn, with at most 64 on their way, and every delivery compared with what was sent.
 *
 * One PHP process with stream_select() is what the published benchmark loads servers with. It is slower than most of them;
 * the suites `echo` and `broadcast` use a faster generator.
 */
final class Conversation
{
    private const OUTSTANDING = 64;

    /** @var list<string> what each client has still to write */
    private array $unsent;

    /** @var list<string> what each client has read of a frame that is not whole */
    private array $partial;

    /** @param list<resource> $clients upgraded, with nothing left to read */
    public function __construct(private readonly array $clients)
    {
        foreach ($clients as $client) {
            stream_set_blocking($client, false);
        }
        $this->unsent = $this->partial = array_fill(0, count($clients), '');
    }

    /** Sends `messages`, each of which comes back `copies` times in all. */
    public function run(int $messages, int $copies, string $payload): void
    {
        [$frame, $delivery] = [ClientFrame::text($payload), ClientFrame::fromServer($payload)];
        [$expected, $sent, $received] = [$messages * $copies, 0, 0];
        $deadline = microtime(true) + max(15.0, $expected / 1000);
        while ($received < $expected) {
            while ($sent < $messages && ($sent + 1) * $copies - $received <= self::OUTSTANDING * $copies) {
                $this->unsent[$sent++ % count($this->clients)] .= $frame;
            }
            $read = $this->clients;
            $write = array_intersect_key($this->clients, array_filter($this->unsent, static fn (string $text): bool => $text !== ''));
            $except = null;
            if (stream_select($read, $write, $except, 0, 100_000) === 0 && microtime(true) > $deadline) {
                throw new Failure("{$received} of {$expected} messages came back in time");
            }
            foreach ($write as $index => $client) {
                $this->unsent[$index] = substr($this->unsent[$index], (int) fwrite($client, $this->unsent[$index]));
            }
            foreach ($read as $index => $client) {
                $received += $this->take($index, $client, $delivery);
            }
        }
        if ($received > $expected) {
            throw new Failure("{$received} messages came back instead of {$expected}");
        }
    }

    /**
     * Reads what has arrived.
     *
     * @param resource $client
     * @return int how many whole messages that was
     */
    private function take(int $index, $client, string $delivery): int
    {
        $chunk = (string) fread($client, 65_536);
        if ($chunk === '' && feof($client)) {
            throw new Failure("the server closed client {$index}");
        }
        $bytes = $this->partial[$index] . $chunk;
        $count = intdiv(strlen($bytes), strlen($delivery));
        $whole = $count * strlen($delivery);
        if (substr_compare($bytes, str_repeat($delivery, $count), 0, $whole) !== 0) {
            throw new Failure("client {$index} received another message than was sent");
        }
        $this->partial[$index] = substr($bytes, $whole);
        return $count;
    }
}
