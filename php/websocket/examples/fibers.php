<?php

/**
 * One Fiber for each connection, which reads as if it were alone: a small game of guessing.
 *
 *     php -d extension=websocket examples/fibers.php [host:port]
 */

declare(strict_types=1);

use WebSocket\Connection;
use WebSocket\Server;

[$host, $port] = explode(':', $argv[1] ?? '127.0.0.1:8081');

$server = new Server();
$server->listen($host, (int) $port);
$server->handle(function (Connection $connection): void {
    $connection->send('What is your name?');
    $name = $connection->receive(timeoutMs: 60_000);
    if ($name === null) {
        $connection->close(1008, 'No name within a minute.');
        return;
    }
    $wanted = random_int(1, 100);
    $connection->send("Guess my number, $name: 1 to 100.");
    foreach ($connection as $guess) {
        if ((int) $guess === $wanted) {
            $connection->send('Yes!');
            return; // the connection is closed with 1000
        }
        $connection->send((int) $guess < $wanted ? 'More.' : 'Less.');
    }
});

echo "listening on ws://{$server->getAddress()}\n";
$server->run();
