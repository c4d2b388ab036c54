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
        $floor = Program::json($contestant->command(__DIR__ . '/floor.php', (string) $messages), 60, [], $bench->cores->server)['cpu'];
        $swallow = Flood::measure($bench, $contestant, 'swallow', $messages, $bytes);
        $figures = ['rate' => $swallow['rate'], 'cpu' => $swallow['cpu'], 'floor' => $floor];
        if ($contestant->can('message-count')) {
            $figures['call'] = $swallow['cpu'] - Flood::measure($bench, $contestant, 'ignore', $messages, $bytes)['cpu'];
            $figures['part'] = $floor / $figures['call'];
        }
        return $figures;
    });
    $figures = [];
    foreach ($samples as $name => $of) {
        array_push(
            $figures,
            new Figure("messages into an empty handler, {$bytes} B", $name, 'messages/s', $of['rate']),
            new Figure("messages into an empty handler, {$bytes} B, server CPU", $name, 'ns/message', $of['cpu']),
            new Figure('floor: PHP calls the handler itself, CPU', $name, 'ns/call', $of['floor']),
        );
        if (isset($of['call'])) {
            array_push(
                $figures,
                new Figure('what the handler adds to a server without one, CPU', $name, 'ns/message', $of['call']),
                new Figure('floor / what the handler adds', $name, '', $of['part'], target: 0.65),
            );
        }
    }
    return $figures;
};
