<?php

declare(strict_types=1);

// Workerman with one worker. It wants the argument `start`.

use Workerman\Connection\TcpConnection;
use Workerman\Worker;

$errand = require __DIR__ . '/begin.php';
[$connections, $messages] = [$errand->connections, $errand->messages];

Worker::$pidFile = $errand->folder . '/workerman.pid';
Worker::$logFile = $errand->folder . '/workerman.log';
Worker::$statusFile = $errand->folder . '/workerman.status';
TcpConnection::$defaultMaxSendBufferSize = 64 << 20;

$worker = new Worker('websocket://127.0.0.1:' . $errand->port);
$worker->count = 1;

/** @var array<int, TcpConnection> $clients */
$clients = [];
$opened = $received = 0;

if ($errand->subprotocol !== '') {
    $worker->onWebSocketConnect = static function (TcpConnection $connection) use ($errand): void {
        $connection->headers = ['Sec-WebSocket-Protocol: ' . $errand->subprotocol];
    };
}

$worker->onWebSocketConnected = static function (TcpConnection $connection) use ($errand, $connections, &$clients, &$opened): void {
    if ($opened === 0) {
        $errand->start();
    }
    $clients[$connection->id] = $connection;
    if ($errand->scenario === 'upgrade') {
        $connection->close();
    }
    if (++$opened === $connections && ($errand->scenario === 'upgrade' || $errand->scenario === 'idle')) {
        $errand->finish($opened);
    }
};

$worker->onMessage = match ($errand->scenario) {
    'upgrade', 'idle' => null,
    'echo' => static function (TcpConnection $connection, string $message) use ($errand, $messages, &$received): void {
        if ($received === 0) {
            $errand->start();
        }
        $connection->send($message);
        if (++$received === $messages) {
            $errand->finish($received);
        }
    },
    'broadcast' => static function (TcpConnection $connection, string $message) use ($errand, $messages, $connections, &$clients, &$received): void {
        if ($received === 0) {
            $errand->start();
        }
        foreach ($clients as $client) {
            $client->send($message);
        }
        if (++$received === $messages) {
            $errand->finish($received * $connections);
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

$worker->onClose = static function (TcpConnection $connection) use ($errand, &$clients, &$received): void {
    unset($clients[$connection->id]);
    if ($errand->scenario === 'swallow') {
        $errand->finish($received);
    }
};

Worker::runAll();
