<?php

declare(strict_types=1);

// The extensions that speak `WebSocket\`: Baton's, and the one whose API it keeps.

use WebSocket\Connection;
use WebSocket\Server;

$job = require __DIR__ . '/begin.php';
[$connections, $messages] = [$job->connections, $job->messages];

// 1,000 receivers of pipelined messages need more than the usual room.
$options = ['maxQueuedBytes' => 64 << 20];
if ($job->certificate !== '') {
    $options['tls'] = new WebSocket\TlsOptions($job->certificate, $job->key);
}
$server = new Server($options);
$server->listen('127.0.0.1', $job->port);
if ($job->subprotocol !== '') {
    $server->subprotocols($job->subprotocol);
}

/** @var array<string, Connection> $clients */
$clients = [];
$opened = $received = 0;

// A closure that takes no connection is given none, which is the faster way to count.
$count = static function () use ($job, $connections, &$opened): void {
    if ($opened === 0) {
        $job->start();
    }
    if (++$opened === $connections) {
        $job->finish($opened);
    }
};
$keep = static function (Connection $connection) use (&$clients): void {
    $clients[$connection->id] = $connection;
};
$forget = static function (Connection $connection) use (&$clients): void {
    unset($clients[$connection->id]);
};

match ($job->scenario) {
    'upgrade' => $server->onOpen(static function () use ($count): bool {
        $count();
        return false;
    }),
    'idle' => $server->onOpen(static function (Connection $connection) use ($count, $keep): void {
        $keep($connection);
        $count();
    }),
    'echo' => $server->onMessage(static function (Connection $connection, string $message) use ($job, $messages, &$received): void {
        if ($received === 0) {
            $job->start();
        }
        $connection->send($message);
        if (++$received === $messages) {
            $job->finish($received);
        }
    }),
    'broadcast' => [
        $server->onOpen($keep),
        $server->onClose($forget),
        $server->onMessage(static function (Connection $connection, string $message) use ($job, $messages, $connections, &$clients, &$received): void {
            if ($received === 0) {
                $job->start();
            }
            foreach ($clients as $client) {
                if ($client->isOpen()) {
                    $client->send($message);
                }
            }
            if (++$received === $messages) {
                $job->finish($received * $connections);
            }
        }),
    ],
    'swallow' => [
        $server->onOpen(static function () use ($job): void {
            $job->start();
        }),
        $server->onMessage(static function (Connection $connection, string $message) use (&$received): void {
            ++$received;
        }),
        $server->onClose(static function () use ($job, &$received): void {
            $job->finish($received);
        }),
    ],
    'ignore' => [
        $server->onOpen(static function () use ($job): void {
            $job->start();
        }),
        $server->onClose(static function () use ($job, $server): void {
            $job->finish($server->stats()['messagesIn']);
        }),
    ],
    'open-echo' => $server->onMessage(static function (Connection $connection, string $message): void {
        $connection->send($message);
    }),
    'open-broadcast' => [
        $server->onOpen($keep),
        $server->onClose($forget),
        $server->onMessage(static function (Connection $connection, string $message) use (&$clients): void {
            foreach ($clients as $client) {
                if ($client->isOpen()) {
                    $client->send($message);
                }
            }
        }),
    ],
    'open-native-broadcast' => $server->onMessage(static function (Connection $connection, string $message) use ($server): void {
        $server->broadcast($message);
    }),
};

$server->run();
