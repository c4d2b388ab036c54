<?php

declare(strict_types=1);

namespace Bench;

/** Frames as a client writes and reads them. */
final class ClientFrame
{
    private const MASK = "\x12\x34\x56\x78";

    /** A payload of so many bytes, all of them ASCII. */
    public static function payload(int $bytes): string
    {
        return substr(str_repeat('abcdefghijklmnopqrstuvwxyz0123456789', intdiv($bytes, 36) + 1), 0, $bytes);
    }

    /** A masked text frame. */
    public static function text(string $payload): string
    {
        $length = strlen($payload);
        $header = match (true) {
            $length < 126 => pack('CC', 0x81, 0x80 | $length),
            $length < 65_536 => pack('CCn', 0x81, 0x80 | 126, $length),
            default => pack('CCJ', 0x81, 0x80 | 127, $length),
        };
        return $header . self::MASK . ($payload ^ str_repeat(self::MASK, intdiv($length, 4) + 1));
    }

    /** A close frame with 1000. */
    public static function close(): string
    {
        return "\x88\x82" . self::MASK . ("\x03\xe8" ^ self::MASK);
    }

    /** What a server must send for a text message: one frame, not masked. */
    public static function fromServer(string $payload): string
    {
        $length = strlen($payload);
        return match (true) {
            $length < 126 => pack('CC', 0x81, $length),
            $length < 65_536 => pack('CCn', 0x81, 126, $length),
            default => pack('CCJ', 0x81, 127, $length),
        } . $payload;
    }
}
