<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Where a server is: the path of a socket, or host:port. */
final class Address
{
    public static function isPath(string $address): bool
    {
        return $address[0] === '/';
    }

    public static function host(string $address): string
    {
        return strstr($address, ':', true);
    }

    public static function port(string $address): int
    {
        return (int) substr(strrchr($address, ':'), 1);
    }

    /** Connects a client that has the methods of PhpRedis. */
    public static function connect(object $client, string $address): void
    {
        self::isPath($address) ? $client->connect($address) : $client->connect(self::host($address), self::port($address));
    }

    /** As PHP's streams write it. */
    public static function stream(string $address): string
    {
        return (self::isPath($address) ? 'unix://' : 'tcp://') . $address;
    }
}
