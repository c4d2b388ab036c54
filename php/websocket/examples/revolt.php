<?php

/**
 * Inside of an event loop of somebody else: Revolt, and with it everything of amphp.
 *
 *     composer require revolt/event-loop
 *     php -d extension=websocket examples/revolt.php [host:port]
 *
 * ReactPHP and Workerman take the same stream: `$loop->addReadStream($server->getStream(), fn () => $server->poll())`.
 */

declare(strict_types=1);

use Revolt\EventLoop;
use WebSocket\Connection;
use WebSocket\MessageType;
use WebSocket\Server;

require getenv('AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:8081');

$server = new Server();
$server->listen($host, (int) $port);
$server->onMessage(function (Connection $connection, string $payload, MessageType $type): void {
    // Anything of Revolt's may be used here. Its callbacks must return nothing.
    EventLoop::delay(0.1, function () use ($connection, $payload, $type): void {
        $connection->trySend($payload, $type); // false where the client has gone meanwhile
    });
});

$stream = $server->getStream();
EventLoop::onReadable($stream, function () use ($server): void {
    $server->poll();
});
EventLoop::repeat(10, function () use ($server): void {
    printf("%d connections\n", count($server));
});

echo "listening on ws://{$server->getAddress()}\n";
EventLoop::run();
