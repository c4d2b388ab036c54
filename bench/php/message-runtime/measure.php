<?php

declare(strict_types=1);

namespace Bench;

/** Open connections, echoes and broadcasts with one PHP client, over ws, over wss ended before the server, and over its own. */
return static function (Bench $bench, array $arguments): array {
    $transport = $arguments[3] ?? ($bench->quick ? 'both' : 'ws');
    if (!in_array($transport, ['ws', 'wss', 'both'], true)) {
        throw new Misuse("argument \"{$transport}\": expected ws, wss or both");
    }
    unset($arguments[3]);
    [$connections, $messages, $rounds, $bytes] = $bench->numbers(
        array_values($arguments),
        ['connections' => 50, 'messages' => 1000, 'rounds' => 3, 'payload' => 64],
        ['connections' => 5, 'messages' => 50, 'rounds' => 1],
    );

    $once = static function (Contestant $contestant, string $scenario, string $over) use ($bench, $connections, $messages, $bytes): array {
        $job = ['CONNECTIONS' => $connections, 'MESSAGES' => $messages];
        if ($over === 'native wss') {
            $job += $bench->certificate()->environment();
        }
        $server = new ServerProcess($bench, $contestant, $scenario, $job);
        $port = $server->port;
        if ($over === 'wss') {
            // Idle connections count from the first that the server itself sees, so nothing may connect before.
            $port = ServerProcess::freePort();
            $certificate = $bench->certificate();
            $terminator = new Program(
                [PHP_BINARY, __DIR__ . '/tls-terminator.php', (string) $port, (string) $server->port, $certificate->certificate, $certificate->key],
                120,
                $bench->place('terminator.txt'),
                [],
                $bench->cores->generator,
            );
            $server->await();
        }
        $start = hrtime(true);
        $clients = [];
        for ($n = 0; $n < $connections; $n++) {
            $client = Client::connect($server, $n === 0 ? 10.0 : 2.0, $port, $over !== 'ws');
            Client::upgrade($client);
            if (Client::upgraded($client) !== '') {
                throw new Failure('the server spoke before it was spoken to');
            }
            $clients[] = $client;
        }
        if ($scenario === 'broadcast') {
            // A server may answer a client a moment before it includes it in broadcasts.
            usleep(20_000);
            $start += 20_000_000;
        }
        match ($scenario) {
            'idle' => usleep(100_000),
            'echo' => (new Conversation($clients))->run($messages, 1, ClientFrame::payload($bytes)),
            'broadcast' => (new Conversation($clients))->run($messages, $connections, ClientFrame::payload($bytes)),
        };
        $result = $server->result();
        $elapsed = (hrtime(true) - $start) / 1e9;
        $server->program->stop();
        return [
            "{$scenario} server" => $result['operations'] / $result['seconds'],
            "{$scenario} client" => $result['operations'] / $elapsed,
            "{$scenario} cpu" => 1e6 * $result['cpu'] / $result['operations'],
        ];
    };

    $transports = ['ws' => ['ws'], 'wss' => ['wss', 'native wss'], 'both' => ['ws', 'wss', 'native wss']][$transport];
    $rows = [
        'idle' => ['idle upgraded connections', 'connections'],
        'echo' => ['echo pipelined messages', 'messages'],
        'broadcast' => ['broadcast fanout deliveries', 'deliveries'],
    ];
    $figures = [];
    foreach ($transports as $over) {
        $able = array_values(array_filter(
            $bench->contestants->servers(),
            static fn (Contestant $one): bool => $over !== 'native wss' || $one->can('tls'),
        ));
        foreach ($rows as $scenario => [$row, $unit]) {
            $samples = $bench->rounds($rounds, $able, "message-runtime, {$over}, {$scenario}", static fn (Contestant $one): array => $once($one, $scenario, $over));
            foreach ($samples as $name => $of) {
                array_push(
                    $figures,
                    new Figure("{$row}, {$over}", $name, "{$unit}/s", $of["{$scenario} server"], 'mean'),
                    new Figure("{$row}, {$over}, client", $name, "{$unit}/s", $of["{$scenario} client"], 'mean'),
                    new Figure("{$row}, {$over}, server CPU", $name, $unit === 'deliveries' ? 'µs/delivery' : 'µs/' . substr($unit, 0, -1), $of["{$scenario} cpu"], 'mean'),
                );
            }
        }
    }
    return $figures;
};
