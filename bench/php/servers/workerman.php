<?php

declare(strict_types=1);

// Workerman with one worker. It wants the argument `start`.

use Workerman\Connection\TcpConnection;
use Workerman\Worker;

$job = require __DIR__ . '/begin.php';
[$connections, $messages] = [$job->connections, $job->messages];

Worker::$pidFile = $job->folder . '/workerman.pid';
Worker::$logFile = $job->folder . '/workerman.log';
Worker::$statusFile = $job->folder . '/workerman.status';
TcpConnection::$defaultMaxSendBufferSize = 64 << 20;

$worker = new Worker('websocket://127.0.0.1:' . $job->port);
$worker->count = 1;

/** @var array<int, TcpConnection> $clients */
$clients = [];
$opened = $received = 0;

if ($job->subprotocol !== '') {
    $worker->onWebSocketConnect = static function (TcpConnection $connection) use ($job): void {
        $connection->headers = ['Sec-WebSocket-Protocol: ' . $job->subprotocol];
    };
}

$worker->onWebSocketConnected = static function (TcpConnection $connection) use ($job, $connections, &$clients, &$opened): void {
    if ($opened === 0) {
        $job->start();
    }
    $clients[$connection->id] = $connection;
    if ($job->scenario === 'upgrade') {
        $connection->close();
    }
    if (++$opened === $connections && ($job->scenario === 'upgrade' || $job->scenario === 'idle')) {
        $job->finish($opened);
    }
};

$worker->onMessage = match ($job->scenario) {
    'upgrade', 'idle' => null,
    'echo' => static function (TcpConnection $connection, string $message) use ($job, $messages, &$received): void {
        if ($received === 0) {
            $job->start();
        }
        $connection->send($message);
        if (++$received === $messages) {
            $job->finish($received);
        }
    },
    'broadcast' => static function (TcpConnection $connection, string $message) use ($job, $messages, $connections, &$clients, &$received): void {
        if ($received === 0) {
            $job->start();
        }
        foreach ($clients as $client) {
            $client->send($message);
        }
        if (++$received === $messages) {
            $job->finish($received * $connections);
        }
    },
    'swallow' => static function (TcpConnection $connection, string $message) use (&$received): void {
        ++$received;
    },
    'open-echo' => static function (TcpConnection $connection, string $message): void {
        $connection->send($message);
    },
    'open-broadcast' => static function (TcpConnection $connection, string $message) use (&$clients): void {
        foreach ($clients as $client) {
            $client->send($message);
        }
    },
};

$worker->onClose = static function (TcpConnection $connection) use ($job, &$clients, &$received): void {
    unset($clients[$connection->id]);
    if ($job->scenario === 'swallow') {
        $job->finish($received);
    }
};

Worker::runAll();
