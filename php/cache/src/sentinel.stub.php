<?php

/** @generate-class-entries */

namespace Baton;

/**
 * A client of Redis Sentinel, which knows who is the primary, with the methods of PhpRedis's RedisSentinel and Relay's names for them.
 *
 * False says that the sentinel refused: getLastError() has its words.
 */
class RedisSentinel
{
    /**
     * Whether what a sentinel refuses is thrown; false by default.
     *
     * @var int
     */
    public const OPT_THROW_ON_ERR = 1;

    /**
     * Whether another sentinel of the same primaries is asked where this one cannot be reached; false by default.
     *
     * @var int
     */
    public const OPT_AUTO_DISCOVER = 2;

    /**
     * Settings by name (host, port, connectTimeout, readTimeout, retryInterval, persistent, auth, ssl), or one after the other: timeouts in
     * seconds, the interval in milliseconds. Nothing is connected yet.
     */
    public function __construct(#[\SensitiveParameter] array|string|null $options = null, int $port = 26379, float $timeout = 0, mixed $persistent = null, int $retry_interval = 0, float $read_timeout = 0, #[\SensitiveParameter] mixed $auth = null, #[\SensitiveParameter] ?array $context = null) {}

    /**
     * Whether enough sentinels can be reached to agree on a failover.
     *
     * @see SENTINEL CKQUORUM
     */
    public function ckquorum(string $master): bool {}

    /**
     * Has a replica take the primary's place, as if that could not be reached.
     *
     * @see SENTINEL FAILOVER
     */
    public function failover(string $master): bool {}

    /**
     * Has the sentinel write its configuration.
     *
     * @see SENTINEL FLUSHCONFIG
     */
    public function flushconfig(): bool {}

    /**
     * Sets OPT_THROW_ON_ERR, whether what a sentinel refuses is thrown, or OPT_AUTO_DISCOVER, whether one that cannot be reached is replaced by
     * another one that it has named; false for another option.
     */
    public function setOption(int $option, mixed $value): bool {}

    /** An option; false if there is none of that number. */
    public function getOption(int $option): mixed {}

    /** What the sentinel refused last; null if nothing. */
    public function getLastError(): ?string {}

    /**
     * Where a primary is: [address, port], both strings.
     *
     * @see SENTINEL GET-MASTER-ADDR-BY-NAME
     */
    public function getMasterAddrByName(string $master): array|false {}

    /**
     * Where a primary is: [address, port], both strings.
     *
     * @alias Baton\RedisSentinel::getMasterAddrByName
     */
    public function getPrimaryAddrByName(string $master): array|false {}

    /**
     * What is known of a primary.
     *
     * @see SENTINEL MASTER
     */
    public function master(string $master): array|false {}

    /**
     * What is known of a primary.
     *
     * @alias Baton\RedisSentinel::master
     */
    public function primary(string $master): array|false {}

    /**
     * What is known of each primary.
     *
     * @see SENTINEL MASTERS
     */
    public function masters(): array|false {}

    /**
     * What is known of each primary.
     *
     * @alias Baton\RedisSentinel::masters
     */
    public function primaries(): array|false {}

    /**
     * The name that this sentinel has among others.
     *
     * @see SENTINEL MYID
     */
    public function myid(): string|false {}

    /**
     * Whether the sentinel answers; or what it answers, which is the message.
     *
     * @see PING
     */
    public function ping(?string $message = null): string|bool {}

    /**
     * Forgets what is known of primaries of this pattern, and looks again; how many.
     *
     * @see SENTINEL RESET
     */
    public function reset(string $pattern): int|false {}

    /**
     * What is known of each other sentinel of a primary.
     *
     * @see SENTINEL SENTINELS
     */
    public function sentinels(string $master): array|false {}

    /**
     * What is known of each replica of a primary.
     *
     * @see SENTINEL REPLICAS
     */
    public function slaves(string $master): array|false {}
}
