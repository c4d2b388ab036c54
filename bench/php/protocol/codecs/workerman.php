<?php

declare(strict_types=1);

// Workerman's codec is a part of its connections, so it is given one that goes nowhere. It does not look at UTF-8.

use Workerman\Connection\TcpConnection;
use Workerman\Events\Select;
use Workerman\Protocols\Websocket;

$connection = new TcpConnection(new Select(), fopen('php://temp', 'r+'));
$connection->websocketType = Websocket::BINARY_TYPE_BLOB;
$connection->context ??= new stdClass();
$connection->context->websocketHandshake = true;

return [
    'encode' => static fn (string $payload): string => Websocket::encode($payload, $connection),
    'decode' => static function (string $frame) use ($connection): string {
        $connection->context->websocketCurrentFrameLength = 0;
        $connection->context->websocketDataBuffer = '';
        return Websocket::decode($frame, $connection);
    },
];
