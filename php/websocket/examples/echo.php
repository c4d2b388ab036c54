<?php

/** Sends back what it gets: php -d extension=websocket examples/echo.php [host:port] */

declare(strict_types=1);

use WebSocket\Connection;
use WebSocket\MessageType;
use WebSocket\Server;

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:8081');

$server = new Server(['compression' => true]);
$server->listen($host, (int) $port);
$server->onMessage(function (Connection $connection, string $payload, MessageType $type): void {
    $connection->send($payload, $type);
});

echo "listening on ws://{$server->getAddress()}\n";
$server->run(); // until SIGTERM, SIGINT or $server->stop()
