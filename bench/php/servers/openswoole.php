<?php

declare(strict_types=1);

// OpenSwoole in one process that accepts, reads and calls back.

use OpenSwoole\Http\Request;
use OpenSwoole\WebSocket\Frame;
use OpenSwoole\WebSocket\Server;

$errand = require __DIR__ . '/begin.php';
[$connections, $messages] = [$errand->connections, $errand->messages];

$server = new Server('127.0.0.1', $errand->port, Server::SIMPLE_MODE);
$server->set([
    'worker_num' => 1,
    'log_file' => '/dev/null',
    'max_conn' => 20_000,
    'socket_buffer_size' => 64 << 20,
    'open_tcp_nodelay' => true,
    ...($errand->subprotocol === '' ? [] : ['websocket_subprotocol' => $errand->subprotocol]),
]);

/** @var array<int, int> $clients */
$clients = [];
$opened = $received = 0;

$open = static function (Server $server, Request $request) use ($errand, $connections, &$clients, &$opened): void {
    if ($opened === 0) {
        $errand->start();
    }
    $clients[$request->fd] = $request->fd;
    if ($errand->scenario === 'upgrade') {
        $server->close($request->fd);
    }
    if (++$opened === $connections && ($errand->scenario === 'upgrade' || $errand->scenario === 'idle')) {
        $errand->finish($opened);
    }
};

$onMessage = match ($errand->scenario) {
    'upgrade', 'idle' => static function (): void {
    },
    'echo' => static function (Server $server, Frame $frame) use ($errand, $messages, &$received): void {
        if ($received === 0) {
            $errand->start();
        }
        $server->push($frame->fd, $frame->data);
        if (++$received === $messages) {
            $errand->finish($received);
        }
    },
    'broadcast' => static function (Server $server, Frame $frame) use ($errand, $messages, $connections, &$clients, &$received): void {
        if ($received === 0) {
            $errand->start();
        }
        foreach ($clients as $client) {
            $server->push($client, $frame->data);
        }
        if (++$received === $messages) {
            $errand->finish($received * $connections);
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
$server->on('Close', static function (Server $server, int $client) use ($errand, &$clients, &$received): void {
    unset($clients[$client]);
    if ($errand->scenario === 'swallow') {
        $errand->finish($received);
    }
});
$server->start();
