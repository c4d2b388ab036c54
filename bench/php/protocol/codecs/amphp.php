<?php

declare(strict_types=1);

// amphp's parser tells a handler of each frame. Its check of UTF-8 is off, as in the published figures.

use Amp\Websocket\Parser\Rfc6455FrameCompiler;
use Amp\Websocket\Parser\Rfc6455Parser;
use Amp\Websocket\Parser\WebsocketFrameHandler;
use Amp\Websocket\Parser\WebsocketFrameType;

$compiler = new Rfc6455FrameCompiler(masked: false);
$handler = new class implements WebsocketFrameHandler {
    public string $payload = '';

    public function handleFrame(WebsocketFrameType $frameType, string $data, bool $isFinal): void
    {
        $this->payload = $data;
    }
};
$parser = new Rfc6455Parser($handler, masked: false, validateUtf8: false);

return [
    'encode' => static fn (string $payload): string => $compiler->compileFrame(WebsocketFrameType::Text, $payload, true),
    'decode' => static function (string $frame) use ($parser, $handler): string {
        $parser->push($frame);
        return $handler->payload;
    },
];
