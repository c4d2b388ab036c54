<?php

declare(strict_types=1);

namespace Bench;

/** One client pours small frames into a server that answers nothing. */
final class Flood
{
    /**
     * @param string $scenario `swallow`, or `ignore` for a server without a handler
     * @return array{rate: float, cpu: float} messages per second, and nanoseconds of the server's CPU for each
     */
    public static function measure(Bench $bench, Contestant $contestant, string $scenario, int $messages, int $bytes): array
    {
        $server = new ServerProcess($bench, $contestant, $scenario);
        $client = Client::connect($server, 10.0);
        Client::upgrade($client);
        Client::upgraded($client);
        self::pour($client, ClientFrame::text(ClientFrame::payload($bytes)), $messages);
        fwrite($client, ClientFrame::close());
        $result = $server->result(60.0);
        $server->program->stop();
        if ($result['operations'] !== $messages) {
            throw new Failure("{$result['operations']} messages were counted of {$messages}");
        }
        return ['rate' => $messages / $result['seconds'], 'cpu' => 1e9 * $result['cpu'] / $messages];
    }

    /**
     * Writes a frame so many times, in large pieces.
     *
     * @param resource $client a stream that blocks
     */
    private static function pour($client, string $frame, int $times): void
    {
        stream_set_timeout($client, 30);
        for ($left = $times; $left > 0; $left -= $burst) {
            $burst = min($left, 4096);
            $bytes = str_repeat($frame, $burst);
            if (@fwrite($client, $bytes) !== strlen($bytes)) {
                throw new Failure('the server stopped reading');
            }
        }
    }
}
