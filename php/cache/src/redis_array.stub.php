<?php

/** @generate-class-entries */

namespace Baton;

/**
 * Keys spread over several servers that know nothing of each other, with the methods of PhpRedis's RedisArray.
 *
 * Any method of Redis whose first argument is a key goes to the key's server. What is read is cached as a single server's. Servers that
 * cannot be reached throw where they are asked.
 */
class RedisArray
{
    // ---- The array ----

    /**
     * The servers, as "host", "host:port", "tls://host:port" or a socket's path; or the name of an array in redis.arrays.names. Options:
     * previous (the servers before the last change), function (what of a key is hashed), distributor (the number of a key's server),
     * algorithm (one of hash_algos(), otherwise CRC-32), consistent (the ketama ring), index (keys are noted in a set of each server),
     * autorehash (a key that is found at a previous server moves), lazy_connect, pconnect, connect_timeout, read_timeout in seconds,
     * retry_interval in milliseconds, auth.
     */
    public function __construct(string|array $name_or_hosts, #[\SensitiveParameter] ?array $options = null) {}

    /** A method of Redis, at the server of the key that is its first argument; or, between multi() and exec(), at the server of multi(). */
    public function __call(string $function_name, array $arguments): mixed {}

    /** The servers, as they were given. */
    public function _hosts(): array|bool {}

    /** The server of a key; null where the functions of the array name none. */
    public function _target(string $key): string|bool|null {}

    /** The client of a server; null where there is none of that name. */
    public function _instance(string $host): mixed {}

    /** What takes the part of a key that is hashed; null without one. */
    public function _function(): mixed {}

    /** What says the number of a key's server; null without one. */
    public function _distributor(): mixed {}

    /** The points of the ketama ring, each with `index`, the number of its server, and `value`; empty without `consistent`. */
    public function _continuum(): array|bool {}

    /**
     * Moves every key of the previous servers that now belongs to another one, with its time to live. Calls $fn with a server and the number
     * of its keys before it begins with it. A key is stored at its new server before it is deleted, so that one that is interrupted loses
     * none; run it again within a week, and no element of a list is there twice either. Until then keys that end with ":baton-moved" or
     * contain ":baton-moving:" may be left of it, which expire.
     */
    public function _rehash(?callable $fn = null): ?bool {}

    // ---- Of all servers: results by server ----

    /** @see BGSAVE */
    public function bgsave(): array|bool {}

    /** @see FLUSHALL */
    public function flushall(bool $async = false): array|bool {}

    /** @see FLUSHDB */
    public function flushdb(bool $async = false): array|bool {}

    /** An option of the clients. */
    public function getOption(int $opt): array|bool {}

    /** @see INFO */
    public function info(): array|bool {}

    /**
     * Keys by a pattern, a list for each server.
     *
     * @see KEYS
     */
    public function keys(string $pattern): array|bool {}

    /** @see PING */
    public function ping(): array|bool {}

    /** @see SAVE */
    public function save(): array|bool {}

    /** @see SELECT */
    public function select(int $index): array|bool {}

    /** Sets an option of the clients. */
    public function setOption(int $opt, mixed $value): array|bool {}

    // ---- Of the servers of several keys ----

    /**
     * Deletes keys; how many there were.
     *
     * @see DEL
     */
    public function del(string|array $key, string ...$otherkeys): mixed {}

    /**
     * Values in the order of the keys.
     *
     * @see MGET
     */
    public function mget(array $keys): mixed {}

    /**
     * Stores values; atomic at each server, and not over all of them.
     *
     * @see MSET
     */
    public function mset(array $pairs): mixed {}

    /**
     * del() that frees the memory later.
     *
     * @see UNLINK
     */
    public function unlink(string|array $key, string ...$otherkeys): mixed {}

    // ---- Of one server ----

    /** Collects commands for a server until exec(): in a transaction, or with Redis::PIPELINE here. */
    public function multi(string $host, ?int $mode = null): RedisArray|bool {}

    /** The results of what was collected; null where a watched key has changed. */
    public function exec(): array|bool|null {}

    /** Drops what was collected. */
    public function discard(): ?bool {}

    /** @see UNWATCH */
    public function unwatch(): ?bool {}

    /**
     * Some of a server's keys, and in $iterator where to go on.
     *
     * @see SCAN
     */
    public function scan(int|string|null &$iterator, string $node, ?string $pattern = null, int $count = 0): array|bool {}

    /** @see HSCAN */
    public function hscan(string $key, int|string|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}

    /** @see SSCAN */
    public function sscan(string $key, int|string|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}

    /** @see ZSCAN */
    public function zscan(string $key, int|string|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}
}
