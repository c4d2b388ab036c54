<?php

/**
 * A chat with rooms: ws://127.0.0.1:8081/ROOM?name=NAME. The page is at http://127.0.0.1:8081/.
 *
 *     php -d extension=websocket examples/chat.php [host:port] [workers]
 *
 * A room is a topic: what one says is encoded once, and reaches everybody in it, in all workers.
 */

declare(strict_types=1);

use WebSocket\Connection;
use WebSocket\HandshakeException;
use WebSocket\HandshakeResponse;
use WebSocket\Request;
use WebSocket\Response;
use WebSocket\Server;

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:8081');

$server = new Server([
    'workers' => (int) ($argv[2] ?? 1),
    'maxMessageSize' => 4096,
    'maxMessagesPerSecond' => 20,
    'pingIntervalMs' => 30_000,
]);
$server->listen($host, (int) $port);

function nameOf(Request $request): string
{
    parse_str($request->query, $parameters);
    return is_string($parameters['name'] ?? null) ? $parameters['name'] : '';
}

function say(Server $server, Connection $connection, string $text): void
{
    $message = json_encode(['from' => $connection->data['name'], 'text' => $text], JSON_INVALID_UTF8_SUBSTITUTE);
    $server->publish($connection->data['room'], $message);
}

$server->onHandshake(function (Request $request): void {
    if (!preg_match('/^\w{1,20}$/u', nameOf($request))) {
        throw new HandshakeException(new HandshakeResponse(400, [], "Say who you are: ?name=NAME, 1 to 20 letters.\n"));
    }
});

$server->onOpen(function (Connection $connection) use ($server): void {
    $room = 'room:' . substr($connection->request->path, 0, 100);
    $connection->data = ['name' => nameOf($connection->request), 'room' => $room];
    $connection->subscribe($room);
    say($server, $connection, 'has come');
});

$server->onMessage(fn (Connection $connection, string $text) => say($server, $connection, $text));

$server->onClose(function (Connection $connection) use ($server): void {
    say($server, $connection, 'has gone');
});

$server->onRequest(fn (Request $request): ?Response => match ($request->path) {
    '/' => new Response(200, ['Content-Type' => 'text/html; charset=utf-8'], file_get_contents(__DIR__ . '/chat.html')),
    '/up' => new Response(200, [], "OK\n"),
    default => null,
});

echo "listening on http://{$server->getAddress()}\n";
$server->run();
