<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Failure;

/** A connection to a server that knows no more than is needed here: commands of words, answered by one line or one text. */
final class Wire
{
    /** @var resource */
    private $socket;

    public function __construct(string $address)
    {
        $socket = @stream_socket_client($address, $code, $error, 2.0);
        if ($socket === false) {
            throw new Failure("cannot connect to {$address}: {$error}");
        }
        stream_set_timeout($socket, 10);
        $this->socket = $socket;
    }

    /** A command as it stands on the wire. */
    public static function words(string ...$words): string
    {
        $text = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $text .= '$' . strlen($word) . "\r\n{$word}\r\n";
        }
        return $text;
    }

    /** Sends a command and reads its reply; NULL for none. */
    public function ask(string ...$words): ?string
    {
        fwrite($this->socket, self::words(...$words));
        return $this->reply();
    }

    public function reply(): ?string
    {
        $line = (string) fgets($this->socket);
        if ($line === '' || $line[0] === '-') {
            throw new Failure('the server said ' . json_encode($line, JSON_INVALID_UTF8_SUBSTITUTE));
        }
        if ($line[0] !== '$') {
            return substr(rtrim($line, "\r\n"), 1);
        }
        if ((int) substr($line, 1) < 0) {
            return null;
        }
        return substr((string) stream_get_contents($this->socket, (int) substr($line, 1) + 2), 0, -2);
    }
}
