<?php

declare(strict_types=1);

namespace Bench;

/** Small messages that go nowhere but into the handler: reading, decoding and calling, without an answer. */
return static function (Bench $bench, array $arguments): array {
    [$messages, $rounds, $bytes] = $bench->numbers($arguments, ['messages' => 1_000_000, 'rounds' => 3, 'payload' => 64], ['messages' => 20_000, 'rounds' => 1]);
    $figures = $floors = [];
    $samples = $bench->rounds($rounds, $bench->contestants->servers(), 'callback', static function (Contestant $contestant) use ($bench, $messages, $bytes): array {
        $floor = Program::json($contestant->command(__DIR__ . '/floor.php', (string) $messages), 60, [], $bench->cores->server);
        $server = new ServerProcess($bench, $contestant, 'swallow', ['MESSAGES' => $messages]);
        $client = Client::connect($server, 10.0);
        Client::upgrade($client);
        Client::upgraded($client);
        $burst = str_repeat(ClientFrame::text(ClientFrame::payload($bytes)), min(4096, $messages));
        $left = $messages * strlen(ClientFrame::text(ClientFrame::payload($bytes)));
        stream_set_timeout($client, 30);
        while ($left > 0) {
            $written = @fwrite($client, $left < strlen($burst) ? substr($burst, 0, $left) : $burst);
            if ($written === false || $written === 0 || ($written < min($left, strlen($burst)))) {
                throw new Failure('the server stopped reading');
            }
            $left -= $written;
        }
        $result = $server->result(60.0);
        $server->program->stop();
        return [
            'rate' => $messages / $result['seconds'],
            'cpu' => 1e9 * $result['cpu'] / $messages,
            'floor' => $floor['cpu'],
        ];
    });
    foreach ($samples as $name => $of) {
        array_push(
            $figures,
            new Figure("messages into an empty handler, {$bytes}B", $name, 'messages/s', $of['rate']),
            new Figure("messages into an empty handler, {$bytes}B, server CPU", $name, 'ns/message', $of['cpu']),
            new Figure('floor: PHP calls the handler itself, CPU', $name, 'ns/call', $of['floor']),
        );
    }
    return $figures;
};
