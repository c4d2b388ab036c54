<?php

declare(strict_types=1);

namespace Bench;

/** Small messages that go nowhere but into the handler: reading, decoding and calling, without an answer. */
return static function (Bench $bench, array $arguments): array {
    [$messages, $rounds, $bytes] = $bench->numbers(
        $arguments,
        ['messages' => 1_000_000, 'rounds' => 3, 'payload' => 64],
        ['messages' => 20_000, 'rounds' => 1],
    );
    $samples = $bench->rounds($rounds, $bench->contestants->servers(), 'callback', static function (Contestant $contestant) use ($bench, $messages, $bytes): array {
        $floor = Program::json($contestant->command(__DIR__ . '/floor.php', (string) $messages), 60, [], $bench->cores->server);
        $server = new ServerProcess($bench, $contestant, 'swallow');
        $client = Client::connect($server, 10.0);
        Client::upgrade($client);
        Client::upgraded($client);
        pour($client, ClientFrame::text(ClientFrame::payload($bytes)), $messages);
        fwrite($client, ClientFrame::close());
        $result = $server->result(60.0);
        $server->program->stop();
        if ($result['operations'] !== $messages) {
            throw new Failure("the handler was called {$result['operations']} times for {$messages} messages");
        }
        return [
            'rate' => $messages / $result['seconds'],
            'cpu' => 1e9 * $result['cpu'] / $messages,
            'floor' => $floor['cpu'],
        ];
    });
    $figures = [];
    foreach ($samples as $name => $of) {
        array_push(
            $figures,
            new Figure("messages into an empty handler, {$bytes} B", $name, 'messages/s', $of['rate']),
            new Figure("messages into an empty handler, {$bytes} B, server CPU", $name, 'ns/message', $of['cpu']),
            new Figure('floor: PHP calls the handler itself, CPU', $name, 'ns/call', $of['floor']),
        );
    }
    return $figures;
};

/**
 * Writes a frame so many times, in large pieces.
 *
 * @param resource $client a stream that blocks
 */
function pour($client, string $frame, int $times): void
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
