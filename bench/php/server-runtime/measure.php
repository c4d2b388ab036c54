<?php

declare(strict_types=1);

namespace Bench;

/** Connections that are upgraded and closed, one after the other, without and with a subprotocol. */
return static function (Bench $bench, array $arguments): array {
    [$connections, $rounds] = $bench->numbers($arguments, ['connections' => 1000, 'rounds' => 3], ['connections' => 20, 'rounds' => 1]);
    $figures = [];
    foreach (['' => null, ', subprotocol' => 'bench.v1'] as $suffix => $subprotocol) {
        $samples = $bench->rounds($rounds, $bench->contestants->servers(), "server-runtime{$suffix}", static function (Contestant $contestant) use ($bench, $connections, $subprotocol): array {
            $server = new ServerProcess($bench, $contestant, 'upgrade', ['CONNECTIONS' => $connections, 'SUBPROTOCOL' => (string) $subprotocol]);
            $start = hrtime(true);
            for ($n = 0; $n < $connections; $n++) {
                $client = Client::connect($server, $n === 0 ? 10.0 : 2.0);
                Client::upgrade($client, $subprotocol);
                Client::upgraded($client, $subprotocol);
                fclose($client);
            }
            $result = $server->result();
            $elapsed = (hrtime(true) - $start) / 1e9;
            $server->program->stop();
            return [
                'server' => $connections / $result['seconds'],
                'client' => $connections / $elapsed,
                'cpu' => 1e6 * $result['cpu'] / $connections,
            ];
        });
        foreach ($samples as $name => $of) {
            array_push(
                $figures,
                new Figure("websocket upgrade/close{$suffix}", $name, 'connections/s', $of['server'], 'mean'),
                new Figure("client upgrade loop{$suffix}", $name, 'connections/s', $of['client'], 'mean'),
                new Figure("websocket upgrade/close{$suffix}, server CPU", $name, 'µs/connection', $of['cpu'], 'mean'),
            );
        }
    }
    return $figures;
};
