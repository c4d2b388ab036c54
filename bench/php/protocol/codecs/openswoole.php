<?php

declare(strict_types=1);

// OpenSwoole packs and unpacks without looking at UTF-8.

use OpenSwoole\WebSocket\Server;

return [
    'encode' => static fn (string $payload): string => Server::pack($payload, Server::WEBSOCKET_OPCODE_TEXT, Server::WEBSOCKET_FLAG_FIN),
    'decode' => static fn (string $frame): string => Server::unpack($frame)->data,
];
