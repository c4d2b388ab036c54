<?php

/** @generate-class-entries */

namespace Baton;

/**
 * Values in memory that all PHP processes of one server share: set in one request, read in every other, without a server.
 *
 * Each value is kept whole until it expires, is deleted, or has to make room (`baton_cache.eviction_policy`): a Table is a cache.
 * Strings, numbers and arrays are kept as PHP uses them; objects are serialized. A namespace keeps keys of one kind apart; the keys
 * of no namespace stand by themselves.
 *
 * All methods are static. An instance stands for one namespace: `(new Table('users'))->get('7')` is `Table::get('7', 'users')`.
 *
 * @strict-properties
 */
class Table
{
    /**
     * Stands for a namespace; NULL for the keys of none.
     *
     * @param int|null $serializer for programs that were written for Relay's Table: nothing here depends on it
     */
    public function __construct(?string $namespace = null, ?int $serializer = null) {}

    /** The value, or NULL where there is none. */
    public static function get(string $key, ?string $namespace = null): mixed {}

    /**
     * The value and what is known of it: `[value, ['found' => bool, 'expires' => float seconds since 1970 or NULL,
     * 'length' => bytes that it takes]]`.
     *
     * @return array
     */
    public static function getWithMeta(string $key, ?string $namespace = null): array {}

    /**
     * Keeps a value for `expire` seconds, or without an end where that is NULL.
     *
     * @param array|null $tags names by which it can be deleted together with others; deleteTags()
     * @return bool false where there was no room, or the value is too large: a quarter of a part of the memory, 2 MB of 64 MB
     */
    public static function set(string $key, mixed $value, ?int $expire = null, ?string $namespace = null, ?array $tags = null): bool {}

    /** The same, unless there is a value already: then false. */
    public static function add(string $key, mixed $value, ?int $expire = null, ?string $namespace = null): bool {}

    public static function exists(string $key, ?string $namespace = null): bool {}

    /** Whether there was a value. */
    public static function delete(string $key, ?string $namespace = null): bool {}

    /**
     * Seconds that are left, rounded up: -1 for a value without an end.
     *
     * @return int|false false where there is no value
     */
    public static function ttl(string $key, ?string $namespace = null): int|false {}

    /** Gives a value another time to live, in seconds, or none: NULL. False where there is no value. */
    public static function expire(string $key, ?int $expire, ?string $namespace = null): bool {}

    /** How many keys there are; all of them are looked at. */
    public static function count(?string $namespace = null): int {}

    /** Deletes all keys of a namespace. */
    public static function clear(?string $namespace = null): bool {}

    /**
     * The keys that match a pattern of `*`, `?` and `[a-z]`.
     *
     * @return array
     */
    public static function keys(?string $pattern = null, ?string $namespace = null): array {}

    /** Bytes that the keys and values of a namespace take. */
    public static function memory(?string $namespace = null): int {}

    /**
     * The names of all namespaces that have keys.
     *
     * @return array
     */
    public static function namespaces(): array {}

    /** Deletes everything of all namespaces; returns how many namespaces that were. */
    public static function clearAll(): int {}

    /**
     * About `count` keys with their values at a time. `cursor` is NULL at first, is set to what the next call needs, and is 0 at the end.
     *
     * @param int|null $cursor
     * @return array|false false once everything has been seen
     */
    public static function scan(?int &$cursor, ?string $match = null, int $count = 100, ?string $namespace = null): array|false {}

    /** One after the other, all keys with their values; about `count` of them are fetched at a time. */
    public static function fullscan(?string $match = null, int $count = 100, ?string $namespace = null): \Traversable {}

    /** An element of a value that is an array, without the rest of it. NULL where there is none. */
    public static function pluck(string $key, string|int $field, ?string $namespace = null): mixed {}

    /**
     * Adds to an integer, which is `initial` where there is none, in one step that no other process comes between.
     *
     * @param int|null $expire seconds to live for one that is made by this; one that was there keeps its own
     * @return int|false false where the value is no integer, or there is no room
     */
    public static function increment(string $key, int $by = 1, int $initial = 0, ?int $expire = null, ?string $namespace = null): int|false {}

    /** The same, downwards. */
    public static function decrement(string $key, int $by = 1, int $initial = 0, ?int $expire = null, ?string $namespace = null): int|false {}

    /**
     * Replaces a value if it is (===) what is expected, with no other process in between. Objects are compared by what serialize() makes
     * of them.
     *
     * @return bool false where it is something else, or missing
     */
    public static function compareAndSet(string $key, mixed $expected, mixed $value, ?int $expire = null, ?string $namespace = null): bool {}

    /**
     * The value; or, where there is none, what `build` returns, kept for the next. Of all processes that miss a key at once one
     * builds, and the others wait for it, at most `wait` seconds; then they build as well.
     */
    public static function getOrSet(string $key, callable $build, ?int $expire = null, ?string $namespace = null, float $wait = 5.0): mixed {}

    /**
     * The values of several keys, by key.
     *
     * @param mixed $default for keys without a value
     * @return array
     */
    public static function getMultiple(array $keys, mixed $default = null, ?string $namespace = null): array {}

    /**
     * Keeps several values by their keys.
     *
     * @return bool whether all of them were kept
     */
    public static function setMultiple(array $values, ?int $expire = null, ?string $namespace = null, ?array $tags = null): bool {}

    /** How many of the keys had a value. */
    public static function deleteMultiple(array $keys, ?string $namespace = null): int {}

    /** Deletes all values, of all namespaces, that were set with one of these tags: at once, however many they are. */
    public static function deleteTags(string ...$tags): void {}

    /** The namespace that this instance stands for. */
    public function namespace(): ?string {}

    /**
     * What is in the memory, and what happened in it.
     *
     * @return array
     */
    public static function stats(): array {}
}
