<?php
/*
 * The server of the PHP extension as Autobahn's fuzzing client wants one: sends every message back. Its first line is its
 * address.
 *
 *     php -n -d extension=websocket.so conformance/autobahn/php-server.php [shared|full]
 */
use WebSocket\{CompressionOptions, Connection, MessageType, Server, ServerOptions};

// Limits above what the suite sends: messages of 16 MiB, a thousand pings at once, and pauses within a message.
$server = new Server(new ServerOptions(
    maxMessageSize: 16 << 20,
    maxQueuedBytes: 64 << 20,
    maxQueuedAgeMs: 600_000,
    messageTimeoutMs: 600_000,
    idleTimeoutMs: 600_000,
    compression: new CompressionOptions(threshold: 0, contextTakeover: ($argv[1] ?? 'full') === 'full'),
));
$server->listen('127.0.0.1');
$server->onMessage(function (Connection $connection, string $message, MessageType $type): void {
    $connection->send($message, $type);
});
echo $server->getAddress(), "\n";
$server->run();
