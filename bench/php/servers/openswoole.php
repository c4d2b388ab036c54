<?php

declare(strict_types=1);

// OpenSwoole in one process that accepts, reads and calls back.

use OpenSwoole\Http\Request;
use OpenSwoole\WebSocket\Frame;
use OpenSwoole\WebSocket\Server;

$job = require __DIR__ . '/begin.php';
[$connections, $messages] = [$job->connections, $job->messages];

$server = new Server('127.0.0.1', $job->port, Server::SIMPLE_MODE);
$server->set([
    'worker_num' => 1,
    'log_file' => '/dev/null',
    'max_conn' => 20_000,
    'socket_buffer_size' => 64 << 20,
    'open_tcp_nodelay' => true,
    ...($job->subprotocol === '' ? [] : ['websocket_subprotocol' => $job->subprotocol]),
]);

/** @var array<int, int> $clients */
$clients = [];
$opened = $received = 0;

$open = static function (Server $server, Request $request) use ($job, $connections, &$clients, &$opened): void {
    if ($opened === 0) {
        $job->start();
    }
    $clients[$request->fd] = $request->fd;
    if ($job->scenario === 'upgrade') {
        $server->close($request->fd);
    }
    if (++$opened === $connections && ($job->scenario === 'upgrade' || $job->scenario === 'idle')) {
        $job->finish($opened);
    }
};

$onMessage = match ($job->scenario) {
    'upgrade', 'idle' => static function (): void {
    },
    'echo' => static function (Server $server, Frame $frame) use ($job, $messages, &$received): void {
        if ($received === 0) {
            $job->start();
        }
        $server->push($frame->fd, $frame->data);
        if (++$received === $messages) {
            $job->finish($received);
        }
    },
    'broadcast' => static function (Server $server, Frame $frame) use ($job, $messages, $connections, &$clients, &$received): void {
        if ($received === 0) {
            $job->start();
        }
        foreach ($clients as $client) {
            $server->push($client, $frame->data);
        }
        if (++$received === $messages) {
            $job->finish($received * $connections);
        }
    },
    'swallow' => static function (Server $server, Frame $frame) use (&$received): void {
        ++$received;
    },
    'open-echo' => static function (Server $server, Frame $frame): void {
        $server->push($frame->fd, $frame->data);
    },
    'open-broadcast' => static function (Server $server, Frame $frame) use (&$clients): void {
        foreach ($clients as $client) {
            $server->push($client, $frame->data);
        }
    },
};

$server->on('Open', $open);
$server->on('Message', $onMessage);
$server->on('Close', static function (Server $server, int $client) use ($job, &$clients, &$received): void {
    unset($clients[$client]);
    if ($job->scenario === 'swallow') {
        $job->finish($received);
    }
});
$server->start();
