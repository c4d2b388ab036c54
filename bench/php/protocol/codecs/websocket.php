<?php

declare(strict_types=1);

// `WebSocket\Protocol`, Baton's and its peer's. Both check UTF-8 in either direction.

use WebSocket\Frame;
use WebSocket\Protocol;

$codec = [
    'encode' => static fn (string $payload): string => Protocol::encode($payload),
    'decode' => static function (string $frame): string {
        $decoded = Protocol::decode($frame);
        if (!$decoded instanceof Frame) {
            throw new UnexpectedValueException('no whole frame');
        }
        return $decoded->payload;
    },
];
if (method_exists(Protocol::class, 'decodePayload')) {
    $codec['decode to string'] = static fn (string $frame): string => Protocol::decodePayload($frame);
}
return $codec;
