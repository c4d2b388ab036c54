<?php

declare(strict_types=1);

// The frames of ratchet/rfc6455, which the server Ratchet is built on. UTF-8 is checked a level above, and not here.

use Ratchet\RFC6455\Messaging\Frame;

return [
    'encode' => static fn (string $payload): string => (new Frame($payload, true, Frame::OP_TEXT))->getContents(),
    'decode' => static function (string $bytes): string {
        $frame = new Frame();
        $frame->addBuffer($bytes);
        return $frame->getPayload();
    },
];
