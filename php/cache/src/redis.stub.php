<?php

/** @generate-class-entries */

namespace Baton;

/**
 * A client of Redis and Valkey with the methods of PhpRedis, and the newer commands besides.
 *
 * A method is a command of the server; false says that there is nothing, or that the server refused (getLastError()). In a
 * transaction or a pipeline every command returns the object.
 */
class Redis
{
    /**
     * The extension's version.
     *
     * @var string
     * @cvalue PHP_BATON_CACHE_VERSION
     */
    public const VERSION = UNKNOWN;

    /**
     * VERSION.
     *
     * @var string
     * @cvalue PHP_BATON_CACHE_VERSION
     */
    public const Version = UNKNOWN;

    /**
     * What type() says of a key that there is not.
     *
     * @var int
     */
    public const REDIS_NOT_FOUND = 0;

    /**
     * Strings.
     *
     * @var int
     */
    public const REDIS_STRING = 1;

    /**
     * Sets.
     *
     * @var int
     */
    public const REDIS_SET = 2;

    /**
     * Lists.
     *
     * @var int
     */
    public const REDIS_LIST = 3;

    /**
     * Sorted sets.
     *
     * @var int
     */
    public const REDIS_ZSET = 4;

    /**
     * Hashes.
     *
     * @var int
     */
    public const REDIS_HASH = 5;

    /**
     * Streams.
     *
     * @var int
     */
    public const REDIS_STREAM = 6;

    /**
     * Each command is sent and answered on its own.
     *
     * @var int
     */
    public const ATOMIC = 0;

    /**
     * Commands wait for exec() at the server.
     *
     * @var int
     */
    public const MULTI = 1;

    /**
     * Commands wait for exec() here.
     *
     * @var int
     */
    public const PIPELINE = 2;

    /**
     * How values become strings: SERIALIZER_*.
     *
     * @var int
     */
    public const OPT_SERIALIZER = 1;

    /**
     * What stands before every key.
     *
     * @var int
     */
    public const OPT_PREFIX = 2;

    /**
     * How many seconds a reply is waited for; 0 is default_socket_timeout, less than 0 is for ever.
     *
     * @var int
     */
    public const OPT_READ_TIMEOUT = 3;

    /**
     * How scan() goes on: SCAN_*.
     *
     * @var int
     */
    public const OPT_SCAN = 4;

    /**
     * Whether the system asks after 15 seconds without a word whether the server is there.
     *
     * @var int
     */
    public const OPT_TCP_KEEPALIVE = 6;

    /**
     * How strings are compressed: COMPRESSION_*.
     *
     * @var int
     */
    public const OPT_COMPRESSION = 7;

    /**
     * Whether scripts and raw commands return statuses as strings, not as true.
     *
     * @var int
     */
    public const OPT_REPLY_LITERAL = 8;

    /**
     * How much is done for it; 0 is the algorithm's own.
     *
     * @var int
     */
    public const OPT_COMPRESSION_LEVEL = 9;

    /**
     * Whether a list that is nil is null, not an empty array.
     *
     * @var int
     */
    public const OPT_NULL_MULTIBULK_AS_NULL = 10;

    /**
     * How often a connection that is lost is opened again.
     *
     * @var int
     */
    public const OPT_MAX_RETRIES = 11;

    /**
     * How long is waited in between: BACKOFF_ALGORITHM_*.
     *
     * @var int
     */
    public const OPT_BACKOFF_ALGORITHM = 12;

    /**
     * The shortest wait, in milliseconds.
     *
     * @var int
     */
    public const OPT_BACKOFF_BASE = 13;

    /**
     * The longest wait, in milliseconds.
     *
     * @var int
     */
    public const OPT_BACKOFF_CAP = 14;

    /**
     * Whether integers and floats are stored as they are, whatever the serialiser.
     *
     * @var int
     */
    public const OPT_PACK_IGNORE_NUMBERS = 15;

    /**
     * Whether one value that is not there is false, as in PhpRedis: true by default. If not, it is null, wherever it stands, so that it can
     * be distinguished from a false that is stored; and errors of the server are thrown as with OPT_THROW_ON_ERROR.
     *
     * @var int
     */
    public const OPT_PHPREDIS_COMPATIBILITY = 100;

    /**
     * Whether listeners of this host are notified at once of what this object changes, and then again from the server: true by default.
     *
     * @var int
     */
    public const OPT_CLIENT_INVALIDATIONS = 101;

    /**
     * Patterns (`*`, `?`, `[a-z]`) of keys that alone are kept: a string or a list of strings, 64 at most, in place of those that there
     * were, also by addAllowPatterns(); null for none. They are returned as a list.
     *
     * @var int
     */
    public const OPT_ALLOW_PATTERNS = 102;

    /**
     * Patterns of keys that are not kept, in the same way, and those of addIgnorePatterns().
     *
     * @var int
     */
    public const OPT_IGNORE_PATTERNS = 103;

    /**
     * Whether the server is asked to report changes of what this object reads, which is then cached: true by default, and may change at any time. Without,
     * its reads are answered from what others keep, and are not kept themselves, so that a program that reads much once burdens neither
     * the server nor the memory with it; a connection that was asked for before stays so. What it changes is forgotten as ever. See
     * OPT_USE_CACHE.
     *
     * @var int
     */
    public const OPT_CLIENT_TRACKING = 105;

    /**
     * Whether every error that the server replies with is thrown as a RedisException; false by default, as in PhpRedis: then those are false
     * and getLastError() that a program may expect (ERR, WRONGTYPE, NOSCRIPT, …), and the others are thrown. Among the replies of exec() an
     * error is false in any case.
     *
     * @var int
     */
    public const OPT_THROW_ON_ERROR = 106;

    /**
     * Accepted for programs written for Relay, and without effect: a bool, or an array of Relay's settings. Every reply is cached; see
     * AdaptiveCache.
     *
     * @var int
     */
    public const OPT_ADAPTIVE_CACHE = 109;

    /**
     * Whether what is kept expires by itself, and not when the server says so: each read that asks the server asks for the time to live
     * as well.
     *
     * @var int
     */
    public const OPT_EXACT_TTL = 200;

    /**
     * Whether replies are kept in the memory that all PHP processes share, and reads answered from there: true by default, and may change at
     * any time. Without, every read asks the server, and what this object changes is forgotten once the server says so; with
     * OPT_CLIENT_TRACKING off, what others keep answers as well, and own writes are forgotten at once.
     *
     * @var int
     */
    public const OPT_USE_CACHE = 104;

    /**
     * Values are made strings as PHP does it.
     *
     * @var int
     */
    public const SERIALIZER_NONE = 0;

    /**
     * serialize().
     *
     * @var int
     */
    public const SERIALIZER_PHP = 1;

    /**
     * The extension igbinary.
     *
     * @var int
     */
    public const SERIALIZER_IGBINARY = 2;

    /**
     * The extension msgpack.
     *
     * @var int
     */
    public const SERIALIZER_MSGPACK = 3;

    /**
     * json_encode(); objects come back as arrays.
     *
     * @var int
     */
    public const SERIALIZER_JSON = 4;

    /**
     * Strings stay as they are.
     *
     * @var int
     */
    public const COMPRESSION_NONE = 0;

    /**
     * LZF.
     *
     * @var int
     */
    public const COMPRESSION_LZF = 1;

    /**
     * Zstandard.
     *
     * @var int
     */
    public const COMPRESSION_ZSTD = 2;

    /**
     * Its level if none is set.
     *
     * @var int
     */
    public const COMPRESSION_ZSTD_DEFAULT = 3;

    /**
     * Its lowest level.
     *
     * @var int
     */
    public const COMPRESSION_ZSTD_MIN = 1;

    /**
     * Its highest level.
     *
     * @var int
     */
    public const COMPRESSION_ZSTD_MAX = 22;

    /**
     * LZ4.
     *
     * @var int
     */
    public const COMPRESSION_LZ4 = 3;

    /**
     * scan() may find nothing and not be at the end.
     *
     * @var int
     */
    public const SCAN_NORETRY = 0;

    /**
     * scan() goes on until it finds something or is at the end.
     *
     * @var int
     */
    public const SCAN_RETRY = 1;

    /**
     * Patterns of scan() get the prefix.
     *
     * @var int
     */
    public const SCAN_PREFIX = 2;

    /**
     * They do not.
     *
     * @var int
     */
    public const SCAN_NOPREFIX = 3;

    /**
     * For lInsert().
     *
     * @var string
     */
    public const BEFORE = 'before';

    /**
     * For lInsert().
     *
     * @var string
     */
    public const AFTER = 'after';

    /**
     * The front of a list.
     *
     * @var string
     */
    public const LEFT = 'left';

    /**
     * The end of a list.
     *
     * @var string
     */
    public const RIGHT = 'right';

    /**
     * At random up to the base at first, the base from then on.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_DEFAULT = 0;

    /**
     * At random from the base to three times the last wait.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_DECORRELATED_JITTER = 1;

    /**
     * At random up to what doubles each time.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_FULL_JITTER = 2;

    /**
     * Half of what doubles each time, and as much at random.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_EQUAL_JITTER = 3;

    /**
     * Doubles each time.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_EXPONENTIAL = 4;

    /**
     * At random up to the base.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_UNIFORM = 5;

    /**
     * The base.
     *
     * @var int
     */
    public const BACKOFF_ALGORITHM_CONSTANT = 6;

    /** Set once OPT_ADAPTIVE_CACHE was; without effect. */
    public ?AdaptiveCache $adaptiveCache = null;

    // ---- Connection ----

    /**
     * A client that connects when the first command is sent. Settings as an array: host, port, connectTimeout,
     * readTimeout, retryInterval, persistent, auth, ssl, backoff, database, adaptive-cache; or as arguments, with the rest of them in
     * $context.
     */
    public function __construct(#[\SensitiveParameter] array|string|null $options = null, int $port = 6379, float $connect_timeout = 0, float $command_timeout = 0, #[\SensitiveParameter] array $context = [], int $database = 0) {}

    /** Leaves a transaction that was not ended. */
    public function __destruct() {}

    /**
     * Connects to a server: a name, an address, or the path of a Unix socket; tls:// for TLS. Times in seconds,
     * $retry_interval in milliseconds. Throws if it cannot.
     */
    public function connect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, #[\SensitiveParameter] ?array $context = null, int $database = 0): bool {}

    /**
     * The same as connect().
     *
     * @alias Baton\Redis::connect
     */
    public function open(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, #[\SensitiveParameter] ?array $context = null, int $database = 0): bool {}

    /** Connects as connect() does, by a connection that an earlier request of this process has left, if there is one. */
    public function pconnect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, #[\SensitiveParameter] ?array $context = null, int $database = 0): bool {}

    /**
     * The same as pconnect().
     *
     * @alias Baton\Redis::pconnect
     */
    public function popen(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, #[\SensitiveParameter] ?array $context = null, int $database = 0): bool {}

    /**
     * Says who asks: a password, or [user, password]. Throws if the server knows better.
     *
     * @see AUTH
     */
    public function auth(#[\SensitiveParameter] mixed $credentials): Redis|bool {}

    /**
     * Goes to another database.
     *
     * @see SELECT
     */
    public function select(int $db): Redis|bool {}

    /**
     * Begins again on this connection: no transaction, no subscriptions, database 0, nobody known.
     *
     * @see RESET
     */
    public function reset(): Redis|bool {}

    /** Ends the connection; the next command opens it again. False if there was none. */
    public function close(): bool {}

    /**
     * close().
     *
     * @alias Baton\Redis::close
     */
    public function pclose(): bool {}

    /** Whether there is a connection, as far as is known. */
    public function isConnected(): bool {}

    /** Where the server is, as it was given. False if there is no connection. */
    public function getHost(): string {}

    /** The server's port; -1 of a Unix socket. */
    public function getPort(): int {}

    /** Who asks: a password, [user, password], or null. */
    public function getAuth(): mixed {}

    /** The number of the database. */
    public function getDBNum(): int {}

    /** The name of the persistent connection, or null. */
    public function getPersistentID(): ?string {}

    /** How many seconds a connection is waited for. */
    public function getTimeout(): float|false {}

    /** How many seconds a reply is waited for. */
    public function getReadTimeout(): float {}

    /**
     * getTimeout().
     *
     * @alias Baton\Redis::getTimeout
     */
    public function timeout(): float|false {}

    /**
     * getReadTimeout().
     *
     * @alias Baton\Redis::getReadTimeout
     */
    public function readTimeout(): float|false {}

    /**
     * How the server is called, as this object's user sees it: `tcp://user@host:port` or `unix://user@/path`. In a user and a path `%`, `@` and
     * what is not printable ASCII are a `%` and two digits, as in a URL.
     */
    public function endpointId(): string|false {}

    /** A name of the connection that no other of this host has at the time. */
    public function socketId(): string|false {}

    /** Milliseconds since a command was last sent; false without a connection. */
    public function idleTime(): int|false {}

    /** How many bytes were [sent, received]. */
    public function getTransferredBytes(): array {}

    /** Counts them from 0 again. */
    public function clearTransferredBytes(): void {}

    /**
     * getTransferredBytes().
     *
     * @return array
     */
    public function getBytes(): array {}

    /**
     * getTransferredBytes().
     *
     * @return array
     */
    public function bytes(): array {}

    /** clearTransferredBytes(). */
    public function clearBytes(): void {}

    /** What the server last said was wrong. Null if nothing. */
    public function getLastError(): ?string {}

    /** Forgets the last error. */
    public function clearLastError(): bool {}

    // ---- Options, and what they make of keys and values ----

    /**
     * Sets an option: Redis::OPT_*. False if there is none, or no such value. What unserialize() calls in the midst of a reply cannot, and
     * gets an exception.
     */
    public function setOption(int $option, mixed $value): bool {}

    /** An option's value. */
    public function getOption(int $option): mixed {}

    /** setOption() with a value, getOption() without. */
    public function option(int $option, mixed $value = null): mixed {}

    /** A key as it is sent, with the prefix. */
    public function _prefix(string $key): string {}

    /** What OPT_SERIALIZER makes of a value. */
    public function _serialize(mixed $value): string {}

    /** The value that was serialised; throws if it was not. */
    public function _unserialize(string $value): mixed {}

    /** What OPT_COMPRESSION makes of a string. */
    public function _compress(string $value): string {}

    /** The string that was compressed; throws if it was not. */
    public function _uncompress(string $value): string {}

    /** A value as it is stored: serialised, then compressed. */
    public function _pack(mixed $value): string {}

    /** The value that was stored; the string itself if the options do not fit it. */
    public function _unpack(string $value): mixed {}

    /** What digest() says of the value once it is stored: XXH3, 16 hexadecimal digits. */
    public function _digest(mixed $value): string {}

    // ---- Keys of any type ----

    /**
     * Copies a key; options: DB, REPLACE. False if there is nothing, or the other one exists.
     *
     * @see COPY
     */
    public function copy(string $src, string $dst, ?array $options = null): Redis|bool {}

    /**
     * Removes keys. How many there were.
     *
     * @see DEL
     */
    public function del(array|string $key, string ...$other_keys): Redis|int|false {}

    /**
     * The same as del().
     *
     * @alias Baton\Redis::del
     */
    public function delete(array|string $key, string ...$other_keys): Redis|int|false {}

    /**
     * A key's value as restore() takes it. False if there is none.
     *
     * @see DUMP
     */
    public function dump(string $key): Redis|string|false|null {}

    /**
     * How many of these keys there are.
     *
     * @see EXISTS
     */
    public function exists(mixed $key, mixed ...$other_keys): Redis|int|bool {}

    /**
     * Lets a key live so many seconds; mode: NX, XX, GT, LT. False if nothing was set.
     *
     * @see EXPIRE
     */
    public function expire(string $key, int $timeout, ?string $mode = null): Redis|bool {}

    /**
     * Lets a key live until a time, in seconds since 1970. False if nothing was set.
     *
     * @see EXPIREAT
     */
    public function expireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool {}

    /**
     * Has KeyDB delete a member of a set, hash or sorted set after a time; $unit is "s" or "ms".
     *
     * @see EXPIREMEMBER
     */
    public function expiremember(string $key, string $field, int $ttl, ?string $unit = null): Redis|int|false {}

    /**
     * Has KeyDB delete a member of a set, hash or sorted set at a time, in seconds since 1970.
     *
     * @see EXPIREMEMBERAT
     */
    public function expirememberat(string $key, string $field, int $timestamp): Redis|int|false {}

    /**
     * Until when a key lives, in seconds since 1970; -1 for ever, -2 if there is none.
     *
     * @see EXPIRETIME
     */
    public function expiretime(string $key): Redis|int|false {}

    /**
     * All keys that match a pattern. The server does nothing else meanwhile: scan() is for programs in use.
     *
     * @see KEYS
     *
     * @return Redis|array|false
     */
    public function keys(string $pattern) {}

    /**
     * Moves keys to another server. $timeout in milliseconds.
     *
     * @see MIGRATE
     */
    public function migrate(string $host, int $port, string|array $key, int $dstdb, int $timeout, bool $copy = false, bool $replace = false, #[\SensitiveParameter] mixed $credentials = null): Redis|bool {}

    /**
     * Moves a key to another database. False if there is none, or one there.
     *
     * @see MOVE
     */
    public function move(string $key, int $index): Redis|bool {}

    /**
     * How the server keeps a key: ENCODING, REFCOUNT, IDLETIME, FREQ.
     *
     * @see OBJECT
     */
    public function object(string $subcommand, string $key): Redis|int|string|false|null {}

    /**
     * Lets a key live for ever. False if it did.
     *
     * @see PERSIST
     */
    public function persist(string $key): Redis|bool {}

    /**
     * Lets a key live so many milliseconds; mode: NX, XX, GT, LT. False if nothing was set.
     *
     * @see PEXPIRE
     */
    public function pexpire(string $key, int $timeout, ?string $mode = null): bool {}

    /**
     * Lets a key live until a time, in milliseconds since 1970. False if nothing was set.
     *
     * @see PEXPIREAT
     */
    public function pexpireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool {}

    /**
     * Until when a key lives, in milliseconds since 1970; -1 for ever, -2 if there is none.
     *
     * @see PEXPIRETIME
     */
    public function pexpiretime(string $key): Redis|int|false {}

    /**
     * How many milliseconds a key lives; -1 for ever, -2 if there is none.
     *
     * @see PTTL
     */
    public function pttl(string $key): Redis|int|false {}

    /**
     * Some key. False if there are none.
     *
     * @see RANDOMKEY
     */
    public function randomKey(): Redis|string|false|null {}

    /**
     * Gives a key another name. False if there is none.
     *
     * @see RENAME
     */
    public function rename(string $old_name, string $new_name): Redis|bool {}

    /**
     * Gives a key another name that is free. False if it is not.
     *
     * @see RENAMENX
     */
    public function renameNx(string $key_src, string $key_dst): Redis|bool {}

    /**
     * Sets a key to what dump() gave; lives so many milliseconds, 0 for ever. Options: REPLACE, ABSTTL, IDLETIME, FREQ.
     *
     * @see RESTORE
     */
    public function restore(string $key, int $ttl, string $value, ?array $options = null): Redis|bool {}

    /**
     * Goes on through all keys: null to begin, 0 at the end. False then.
     *
     * @see SCAN
     */
    public function scan(null|int|string &$iterator, ?string $pattern = null, int $count = 0, ?string $type = null): array|false {}

    /**
     * Elements in order; options: BY, LIMIT, GET, SORT, ALPHA, STORE.
     *
     * @see SORT
     */
    public function sort(string $key, ?array $options = null): mixed {}

    /**
     * Elements in order; options: BY, LIMIT, GET, SORT, ALPHA.
     *
     * @see SORT_RO
     */
    public function sort_ro(string $key, ?array $options = null): mixed {}

    /**
     * Elements by number, upwards.
     *
     * @see SORT
     */
    public function sortAsc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /**
     * Elements by name, upwards.
     *
     * @see SORT
     */
    public function sortAscAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /**
     * Elements by number, downwards.
     *
     * @see SORT
     */
    public function sortDesc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /**
     * Elements by name, downwards.
     *
     * @see SORT
     */
    public function sortDescAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /**
     * Counts keys as used. How many there are.
     *
     * @see TOUCH
     */
    public function touch(array|string $key_or_array, string ...$more_keys): Redis|int|false {}

    /**
     * How many seconds a key lives; -1 for ever, -2 if there is none.
     *
     * @see TTL
     */
    public function ttl(string $key): Redis|int|false {}

    /**
     * Redis::REDIS_STRING, REDIS_LIST ..., or REDIS_NOT_FOUND; without OPT_PHPREDIS_COMPATIBILITY the server's word.
     *
     * @see TYPE
     */
    public function type(string $key): Redis|string|int|false {}

    /**
     * Removes keys, their memory in the background. How many there were.
     *
     * @see UNLINK
     */
    public function unlink(array|string $key, string ...$other_keys): Redis|int|false {}

    // ---- Strings ----

    /**
     * Adds to the end of a string. Its length, in bytes.
     *
     * @see APPEND
     */
    public function append(string $key, mixed $value): Redis|int|false {}

    /**
     * How many bits are 1, between two bytes or, with $bybit, two bits.
     *
     * @see BITCOUNT
     */
    public function bitcount(string $key, int $start = 0, int $end = -1, bool $bybit = false): Redis|int|false {}

    /**
     * Integers of so many bits within a string: GET, SET, INCRBY, OVERFLOW.
     *
     * @see BITFIELD
     */
    public function bitfield(mixed $key, mixed ...$args): Redis|array|false {}

    /**
     * AND, OR, XOR or NOT of strings, into a key. The length of what was stored.
     *
     * @see BITOP
     */
    public function bitop(string $operation, string $deskey, string $srckey, string ...$other_keys): Redis|int|false {}

    /**
     * Where the first bit of a kind is; -1 if there is none.
     *
     * @see BITPOS
     */
    public function bitpos(string $key, bool $bit, ?int $start = null, ?int $end = null, bool $bybit = false): Redis|int|false {}

    /**
     * Subtracts from a number. What it is then.
     *
     * @see DECR
     */
    public function decr(string $key, int $by = 1): Redis|int|false {}

    /**
     * Subtracts from a number. What it is then.
     *
     * @see DECRBY
     */
    public function decrBy(string $key, int $value): Redis|int|false {}

    /**
     * Removes a key if its value is, or is not, this one: IFEQ, IFNE, IFDEQ, IFDNE. How many were removed.
     *
     * @see DELEX
     */
    public function delex(mixed $key, ?array $options = null): Redis|int|false {}

    /**
     * Removes a key if its value is this one. How many were removed.
     *
     * @see DELIFEQ
     */
    public function delifeq(mixed $key, mixed $value): Redis|int|false {}

    /**
     * A hash of a key's value: XXH3, 16 hexadecimal digits. False if there is none.
     *
     * @see DIGEST
     */
    public function digest(mixed $key): Redis|string|false|null {}

    /**
     * Whether one more is within a rate: so many at once, so many per period of seconds.
     *
     * @see GCRA
     */
    public function gcra(string $key, int $maxBurst, int $requestsPerPeriod, int $period, int $tokens = 0): Redis|array|false {}

    /**
     * A value. False if there is none.
     *
     * @see GET
     */
    public function get(string $key): mixed {}

    /**
     * One bit.
     *
     * @see GETBIT
     */
    public function getBit(string $key, int $idx): Redis|int|false {}

    /**
     * A value, which is removed. False if there is none.
     *
     * @see GETDEL
     */
    public function getDel(string $key): Redis|string|bool|null {}

    /**
     * A value, whose life is changed: EX, PX, EXAT, PXAT, PERSIST. False if there is none.
     *
     * @see GETEX
     */
    public function getEx(string $key, ?array $options = null): Redis|string|bool|null {}

    /**
     * A part of a string, from byte to byte; negative ones count from the end.
     *
     * @see GETRANGE
     */
    public function getRange(string $key, int $start, int $end): Redis|string|false {}

    /**
     * Sets a value. The one there was before, or false.
     *
     * @see GETSET
     */
    public function getset(string $key, mixed $value): Redis|string|false|null {}

    /**
     * Adds to a number. What it is then.
     *
     * @see INCR
     */
    public function incr(string $key, int $by = 1): Redis|int|false {}

    /**
     * Adds to a number. What it is then.
     *
     * @see INCRBY
     */
    public function incrBy(string $key, int $value): Redis|int|false {}

    /**
     * Adds to a number. What it is then.
     *
     * @see INCRBYFLOAT
     */
    public function incrByFloat(string $key, float $value): Redis|float|false {}

    /**
     * Adds to a number within bounds, and says how long it lives. [what it is then, what was added].
     *
     * @see INCREX
     */
    public function increx(mixed $key, int|float|null $value = null, ?array $options = null): Redis|array|false {}

    /**
     * The longest common subsequence of two strings; options: LEN, IDX, MINMATCHLEN, WITHMATCHLEN.
     *
     * @see LCS
     */
    public function lcs(string $key1, string $key2, ?array $options = null): Redis|string|array|int|false {}

    /**
     * Values of keys; false for what is missing.
     *
     * @see MGET
     */
    public function mget(array $keys): Redis|array|false {}

    /**
     * Sets values, key => value.
     *
     * @see MSET
     */
    public function mset(array $key_values): Redis|bool {}

    /**
     * Sets values and how long they live: seconds, or EX, PX, EXAT, PXAT, KEEPTTL, NX, XX. 1 if it was done.
     *
     * @see MSETEX
     */
    public function msetex(mixed $kvals, array|int|float|null $ttl = null): Redis|int|false {}

    /**
     * Sets values if none of the keys exist.
     *
     * @see MSETNX
     */
    public function msetnx(array $key_values): Redis|bool {}

    /**
     * Sets a value that lives so many milliseconds.
     *
     * @see PSETEX
     */
    public function psetex(string $key, int $expire, mixed $value): Redis|bool {}

    /**
     * Sets a value. Options: seconds to live, or EX, PX, EXAT, PXAT, KEEPTTL, NX, XX, GET. False if a condition did not
     * hold.
     *
     * @see SET
     */
    public function set(string $key, mixed $value, mixed $options = null): Redis|string|bool {}

    /**
     * Sets one bit. What it was.
     *
     * @see SETBIT
     */
    public function setBit(string $key, int $idx, bool $value): Redis|int|false {}

    /**
     * Sets a value that lives so many seconds.
     *
     * @see SETEX
     *
     * @return Redis|bool
     */
    public function setex(string $key, int $expire, mixed $value) {}

    /**
     * Sets a value if there is none. False if there is.
     *
     * @see SETNX
     */
    public function setnx(string $key, mixed $value): Redis|bool {}

    /**
     * Overwrites a string from a byte on. How long it is then.
     *
     * @see SETRANGE
     */
    public function setRange(string $key, int $index, string $value): Redis|int|false {}

    /**
     * How long a string is, in bytes.
     *
     * @see STRLEN
     */
    public function strlen(string $key): Redis|int|false {}

    // ---- Hashes ----

    /**
     * Removes fields. How many there were.
     *
     * @see HDEL
     */
    public function hDel(string $key, string $field, string ...$other_fields): Redis|int|false {}

    /**
     * Whether there is such a field.
     *
     * @see HEXISTS
     */
    public function hExists(string $key, string $field): Redis|bool {}

    /**
     * Lets fields live so many seconds; mode: NX, XX, GT, LT. For each: 1 set, 0 not, 2 removed, -2 none.
     *
     * @see HEXPIRE
     */
    public function hexpire(mixed $hash, int $ttl, array $fields, ?string $mode = null): Redis|array|false {}

    /**
     * Lets fields live until a time, in seconds since 1970; as hexpire().
     *
     * @see HEXPIREAT
     */
    public function hexpireat(mixed $hash, int $ttl, array $fields, ?string $mode = null): Redis|array|false {}

    /**
     * Until when fields live, in seconds since 1970; -1 for ever, -2 none.
     *
     * @see HEXPIRETIME
     */
    public function hexpiretime(mixed $hash, array $fields): Redis|array|false {}

    /**
     * A field's value. False if there is none.
     *
     * @see HGET
     */
    public function hGet(string $key, string $member): mixed {}

    /**
     * All fields and their values.
     *
     * @see HGETALL
     */
    public function hGetAll(string $key): Redis|array|false {}

    /**
     * Fields and their values, which are removed; false for what is missing.
     *
     * @see HGETDEL
     */
    public function hgetdel(mixed $key, array $fields): Redis|array|false {}

    /**
     * Fields and their values, whose lives are changed: seconds, or EX, PX, EXAT, PXAT, PERSIST.
     *
     * @see HGETEX
     */
    public function hgetex(mixed $hash, array $fields, mixed $expiry = null): Redis|array|false {}

    /**
     * Adds to a field's number. What it is then.
     *
     * @see HINCRBY
     */
    public function hIncrBy(string $key, string $field, int $value): Redis|int|false {}

    /**
     * Adds to a field's number. What it is then.
     *
     * @see HINCRBYFLOAT
     */
    public function hIncrByFloat(string $key, string $field, float $value): Redis|float|false {}

    /**
     * All fields.
     *
     * @see HKEYS
     */
    public function hKeys(string $key): Redis|array|false {}

    /**
     * How many fields there are.
     *
     * @see HLEN
     */
    public function hLen(string $key): Redis|int|false {}

    /**
     * Some fields and their values; false for what is missing.
     *
     * @see HMGET
     */
    public function hMget(string $key, array $fields): Redis|array|false {}

    /**
     * Sets fields.
     *
     * @see HMSET
     */
    public function hMset(string $key, array $fieldvals): Redis|bool {}

    /**
     * Lets fields live for ever. For each: 1 done, -1 did already, -2 none.
     *
     * @see HPERSIST
     */
    public function hpersist(mixed $hash, array $fields): Redis|array|false {}

    /**
     * Lets fields live so many milliseconds; as hexpire().
     *
     * @see HPEXPIRE
     */
    public function hpexpire(mixed $hash, int $ttl, array $fields, ?string $mode = null): Redis|array|false {}

    /**
     * Lets fields live until a time, in milliseconds since 1970; as hexpire().
     *
     * @see HPEXPIREAT
     */
    public function hpexpireat(mixed $hash, int $ttl, array $fields, ?string $mode = null): Redis|array|false {}

    /**
     * Until when fields live, in milliseconds since 1970; -1 for ever, -2 none.
     *
     * @see HPEXPIRETIME
     */
    public function hpexpiretime(mixed $hash, array $fields): Redis|array|false {}

    /**
     * How many milliseconds fields live; -1 for ever, -2 none.
     *
     * @see HPTTL
     */
    public function hpttl(mixed $hash, array $fields): Redis|array|false {}

    /**
     * A field, or some: options COUNT, WITHVALUES.
     *
     * @see HRANDFIELD
     */
    public function hRandField(string $key, ?array $options = null): Redis|string|array|false|null {}

    /**
     * Goes on through a hash: null to begin, 0 at the end. Fields and values.
     *
     * @see HSCAN
     */
    public function hscan(string $key, null|int|string &$iterator, ?string $pattern = null, int $count = 0): Redis|array|bool {}

    /**
     * Sets fields: field, value, and so on, or an array. How many were new.
     *
     * @see HSET
     */
    public function hSet(string $key, mixed ...$fields_and_vals): Redis|int|false {}

    /**
     * Sets fields and how long they live: seconds, or EX, PX, EXAT, PXAT, KEEPTTL, FNX, FXX. 1 if it was done.
     *
     * @see HSETEX
     */
    public function hsetex(mixed $key, array $fields, array|int|float|null $expiry = null): Redis|int|false {}

    /**
     * Sets a field that is not there. False if it is.
     *
     * @see HSETNX
     */
    public function hSetNx(string $key, string $field, mixed $value): Redis|bool {}

    /**
     * The length of a field's value, in bytes.
     *
     * @see HSTRLEN
     */
    public function hStrLen(string $key, string $field): Redis|int|false {}

    /**
     * How many seconds fields live; -1 for ever, -2 none.
     *
     * @see HTTL
     */
    public function httl(mixed $hash, array $fields): Redis|array|false {}

    /**
     * All values.
     *
     * @see HVALS
     */
    public function hVals(string $key): Redis|array|false {}

    // ---- Lists ----

    /**
     * As lMove(); waits so many seconds.
     *
     * @see BLMOVE
     */
    public function blmove(string $src, string $dst, string $wherefrom, string $whereto, float $timeout): Redis|string|false|null {}

    /**
     * As lmovem(); waits so many seconds.
     *
     * @see BLMOVEM
     */
    public function blmovem(mixed $srckey, mixed $dstkey, string $srcpos, string $dstpos, float $timeout, ?array $options = null): Redis|array|false {}

    /**
     * Takes elements from the LEFT or RIGHT of the first list that has any; waits so many seconds. [key, elements].
     *
     * @see BLMPOP
     */
    public function blmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|null|false {}

    /**
     * Takes the first element of the first list that has one; waits so many seconds. [key, element], or an empty array.
     *
     * @see BLPOP
     */
    public function blPop(string|array $key_or_keys, string|float|int $timeout_or_key, mixed ...$extra_args): Redis|array|null|false {}

    /**
     * Takes the last element of the first list that has one; waits so many seconds. [key, element], or an empty array.
     *
     * @see BRPOP
     */
    public function brPop(string|array $key_or_keys, string|float|int $timeout_or_key, mixed ...$extra_args): Redis|array|null|false {}

    /**
     * Moves the last element of a list to the front of another one; waits so many seconds. False if there was none.
     *
     * @see BRPOPLPUSH
     */
    public function brpoplpush(string $src, string $dst, int|float $timeout): Redis|string|false|null {}

    /**
     * An element. False if there is none.
     *
     * @see LINDEX
     */
    public function lindex(string $key, int $index): mixed {}

    /**
     * Puts a value BEFORE or AFTER another one. How long the list is then; -1 if there is no such value.
     *
     * @see LINSERT
     *
     * @return Redis|int|false
     */
    public function lInsert(string $key, string $pos, mixed $pivot, mixed $value) {}

    /**
     * How many elements a list has.
     *
     * @see LLEN
     */
    public function lLen(string $key): Redis|int|false {}

    /**
     * Moves an element from LEFT or RIGHT of a list to LEFT or RIGHT of another one. False if there is none.
     *
     * @see LMOVE
     */
    public function lMove(string $src, string $dst, string $wherefrom, string $whereto): Redis|string|false|null {}

    /**
     * Moves elements from LEFT or RIGHT of a list to LEFT or RIGHT of another one.
     *
     * @see LMOVEM
     */
    public function lmovem(mixed $srckey, mixed $dstkey, string $srcpos, string $dstpos, ?array $options = null): Redis|array|false {}

    /**
     * Takes elements from the LEFT or RIGHT of the first list that has any. [key, elements].
     *
     * @see LMPOP
     */
    public function lmpop(array $keys, string $from, int $count = 1): Redis|array|null|false {}

    /**
     * Takes the first element, or so many. False if there is none.
     *
     * @see LPOP
     */
    public function lPop(string $key, int $count = 0): Redis|bool|string|array|null {}

    /**
     * Where a value is in a list; options: RANK, COUNT, MAXLEN. False if nowhere.
     *
     * @see LPOS
     */
    public function lPos(string $key, mixed $value, ?array $options = null): Redis|null|bool|int|array {}

    /**
     * Puts values before a list. How long it is then.
     *
     * @see LPUSH
     */
    public function lPush(string $key, mixed ...$elements): Redis|int|false {}

    /**
     * Puts a value before a list that there is. How long it is then.
     *
     * @see LPUSHX
     */
    public function lPushx(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    /**
     * Elements from one to another; negative ones count from the end.
     *
     * @see LRANGE
     */
    public function lrange(string $key, int $start, int $end): Redis|array|false {}

    /**
     * Removes a value so many times: from the front, from behind if negative, everywhere if 0. How many were removed.
     *
     * @see LREM
     */
    public function lrem(string $key, mixed $value, int $count = 0): Redis|int|false {}

    /**
     * Replaces an element. False if there is none.
     *
     * @see LSET
     */
    public function lSet(string $key, int $index, mixed $value): Redis|bool {}

    /**
     * Keeps elements from one to another.
     *
     * @see LTRIM
     */
    public function ltrim(string $key, int $start, int $end): Redis|bool {}

    /**
     * Takes the last element, or so many. False if there is none.
     *
     * @see RPOP
     */
    public function rPop(string $key, int $count = 0): Redis|array|string|bool|null {}

    /**
     * Moves the last element of a list to the front of another one. False if there is none.
     *
     * @see RPOPLPUSH
     */
    public function rpoplpush(string $srckey, string $dstkey): Redis|string|false|null {}

    /**
     * Puts values behind a list. How long it is then.
     *
     * @see RPUSH
     */
    public function rPush(string $key, mixed ...$elements): Redis|int|false {}

    /**
     * Puts a value behind a list that there is. How long it is then.
     *
     * @see RPUSHX
     */
    public function rPushx(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    // ---- Sets ----

    /**
     * Adds members. How many were new.
     *
     * @see SADD
     */
    public function sAdd(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    /**
     * Adds members. How many were new.
     *
     * @see SADD
     */
    public function sAddArray(string $key, array $values): int {}

    /**
     * How many members there are.
     *
     * @see SCARD
     */
    public function scard(string $key): Redis|int|false {}

    /**
     * Members of the first set that no other one has.
     *
     * @see SDIFF
     */
    public function sDiff(string $key, string ...$other_keys): Redis|array|false {}

    /**
     * How many members of the first set no other one has.
     *
     * @see SDIFFCARD
     */
    public function sdiffcard(array $keys, ?array $options = null): Redis|int|false {}

    /**
     * Members of the first set that no other one has, stored under a key. How many.
     *
     * @see SDIFFSTORE
     */
    public function sDiffStore(string $dst, string $key, string ...$other_keys): Redis|int|false {}

    /**
     * Members that all sets have.
     *
     * @see SINTER
     */
    public function sInter(array|string $key, string ...$other_keys): Redis|array|false {}

    /**
     * How many members all sets have, counted up to a limit.
     *
     * @see SINTERCARD
     */
    public function sintercard(array $keys, int $limit = -1): Redis|int|false {}

    /**
     * Members that all sets have, stored under a key. How many.
     *
     * @see SINTERSTORE
     */
    public function sInterStore(array|string $key, string ...$other_keys): Redis|int|false {}

    /**
     * Whether a value is a member.
     *
     * @see SISMEMBER
     */
    public function sismember(string $key, mixed $value): Redis|bool {}

    /**
     * All members.
     *
     * @see SMEMBERS
     */
    public function sMembers(string $key): Redis|array|false {}

    /**
     * For each value, 1 if it is a member.
     *
     * @see SMISMEMBER
     */
    public function sMisMember(string $key, string $member, string ...$other_members): Redis|array|false {}

    /**
     * Moves a member to another set. False if it is none.
     *
     * @see SMOVE
     */
    public function sMove(string $src, string $dst, mixed $value): Redis|bool {}

    /**
     * Takes some member, or so many. False if there is none.
     *
     * @see SPOP
     */
    public function sPop(string $key, int $count = 0): Redis|string|array|false|null {}

    /**
     * Some member, or so many; if negative, maybe some of them twice. False if there is none.
     *
     * @see SRANDMEMBER
     */
    public function sRandMember(string $key, int $count = 0): mixed {}

    /**
     * Removes members. How many there were.
     *
     * @see SREM
     */
    public function srem(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    /**
     * Goes on through a set: null to begin, 0 at the end. Members.
     *
     * @see SSCAN
     */
    public function sscan(string $key, null|int|string &$iterator, ?string $pattern = null, int $count = 0): array|false {}

    /**
     * Members that any set has.
     *
     * @see SUNION
     */
    public function sUnion(string $key, string ...$other_keys): Redis|array|false {}

    /**
     * How many members any set has.
     *
     * @see SUNIONCARD
     */
    public function sunioncard(array $keys, ?array $options = null): Redis|int|false {}

    /**
     * Members that any set has, stored under a key. How many.
     *
     * @see SUNIONSTORE
     */
    public function sUnionStore(string $dst, string $key, string ...$other_keys): Redis|int|false {}

    // ---- Sorted sets ----

    /**
     * Takes members from the MIN or MAX end of the first sorted set that has any; waits so many seconds. [key, member
     * => score].
     *
     * @see BZMPOP
     */
    public function bzmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|null|false {}

    /**
     * Takes the member with the highest score of the first sorted set that has one; waits so many seconds. [key,
     * member, score].
     *
     * @see BZPOPMAX
     */
    public function bzPopMax(string|array $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false {}

    /**
     * Takes the member with the lowest score of the first sorted set that has one; waits so many seconds. [key, member,
     * score].
     *
     * @see BZPOPMIN
     */
    public function bzPopMin(string|array $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false {}

    /**
     * Adds members: score, member, and so on; before them maybe [NX, XX, LT, GT, CH, INCR]. How many were new.
     *
     * @see ZADD
     */
    public function zAdd(string $key, array|float $score_or_options, mixed ...$more_scores_and_mems): Redis|int|float|false|null {}

    /**
     * How many members there are.
     *
     * @see ZCARD
     */
    public function zCard(string $key): Redis|int|false {}

    /**
     * How many members have scores between two.
     *
     * @see ZCOUNT
     */
    public function zCount(string $key, int|string $start, int|string $end): Redis|int|false {}

    /**
     * Members of the first sorted set that no other one has; options: WITHSCORES.
     *
     * @see ZDIFF
     */
    public function zdiff(array $keys, ?array $options = null): Redis|array|false {}

    /**
     * Members of the first sorted set that no other one has, stored under a key. How many.
     *
     * @see ZDIFFSTORE
     */
    public function zdiffstore(string $dst, array $keys): Redis|int|false {}

    /**
     * Adds to a member's score. What it is then.
     *
     * @see ZINCRBY
     */
    public function zIncrBy(string $key, float $value, mixed $member): Redis|float|false {}

    /**
     * Members that all sorted sets have; options: WITHSCORES, AGGREGATE.
     *
     * @see ZINTER
     */
    public function zinter(array $keys, ?array $weights = null, array|string|null $options = null): Redis|array|false {}

    /**
     * How many members all sorted sets have, counted up to a limit.
     *
     * @see ZINTERCARD
     */
    public function zintercard(array $keys, int $limit = -1): Redis|int|false {}

    /**
     * Members that all sorted sets have, stored under a key; SUM, MIN or MAX of their scores. How many.
     *
     * @see ZINTERSTORE
     */
    public function zinterstore(string $dst, array $keys, ?array $weights = null, array|string|null $aggregate = null): Redis|int|false {}

    /**
     * How many members are between two by name: "[a", "(b", "-", "+".
     *
     * @see ZLEXCOUNT
     */
    public function zLexCount(string $key, string $min, string $max): Redis|int|false {}

    /**
     * Takes members from the MIN or MAX end of the first sorted set that has any. [key, member => score].
     *
     * @see ZMPOP
     */
    public function zmpop(array $keys, string $from, int $count = 1): Redis|array|null|false {}

    /**
     * Scores of members; false for what is missing.
     *
     * @see ZMSCORE
     */
    public function zMscore(string $key, mixed $member, mixed ...$other_members): Redis|array|false {}

    /**
     * Takes the members with the highest scores. member => score.
     *
     * @see ZPOPMAX
     */
    public function zPopMax(string $key, ?int $count = null): Redis|array|false {}

    /**
     * Takes the members with the lowest scores. member => score.
     *
     * @see ZPOPMIN
     */
    public function zPopMin(string $key, ?int $count = null): Redis|array|false {}

    /**
     * A member, or some: options COUNT, WITHSCORES.
     *
     * @see ZRANDMEMBER
     */
    public function zRandMember(string $key, ?array $options = null): Redis|string|array|null {}

    /**
     * Members from one to another, by rank or with BYSCORE, BYLEX; options: REV, LIMIT, WITHSCORES.
     *
     * @see ZRANGE
     */
    public function zRange(string $key, string|int $start, string|int $end, array|bool|null $options = null): Redis|array|false {}

    /**
     * Members between two by name, so many from an offset.
     *
     * @see ZRANGEBYLEX
     */
    public function zRangeByLex(string $key, string $min, string $max, int $offset = -1, int $count = -1): Redis|array|false {}

    /**
     * Members with scores between two; options: WITHSCORES, LIMIT.
     *
     * @see ZRANGEBYSCORE
     */
    public function zRangeByScore(string $key, string $start, string $end, array $options = []): Redis|array|false {}

    /**
     * Members from one to another, stored under a key. How many.
     *
     * @see ZRANGESTORE
     */
    public function zrangestore(string $dstkey, string $srckey, string $start, string $end, array|bool|null $options = null): Redis|int|false {}

    /**
     * A member's place, from 0, by score. False if it is none.
     *
     * @see ZRANK
     */
    public function zRank(string $key, mixed $member, bool $with_score = false): Redis|array|int|false|null {}

    /**
     * Removes members. How many there were.
     *
     * @see ZREM
     */
    public function zRem(mixed $key, mixed $member, mixed ...$other_members): Redis|int|false {}

    /**
     * Removes members between two by name. How many.
     *
     * @see ZREMRANGEBYLEX
     */
    public function zRemRangeByLex(string $key, string $min, string $max): Redis|int|false {}

    /**
     * Removes members from one place to another. How many.
     *
     * @see ZREMRANGEBYRANK
     */
    public function zRemRangeByRank(string $key, int $start, int $end): Redis|int|false {}

    /**
     * Removes members with scores between two. How many.
     *
     * @see ZREMRANGEBYSCORE
     */
    public function zRemRangeByScore(string $key, string $start, string $end): Redis|int|false {}

    /**
     * Members from one place to another, from the highest score.
     *
     * @see ZREVRANGE
     */
    public function zRevRange(string $key, int $start, int $end, mixed $scores = null): Redis|array|false {}

    /**
     * Members between two by name, downwards.
     *
     * @see ZREVRANGEBYLEX
     */
    public function zRevRangeByLex(string $key, string $max, string $min, int $offset = -1, int $count = -1): Redis|array|false {}

    /**
     * Members with scores between two, downwards; options: WITHSCORES, LIMIT.
     *
     * @see ZREVRANGEBYSCORE
     */
    public function zRevRangeByScore(string $key, string $max, string $min, array|bool $options = []): Redis|array|false {}

    /**
     * A member's place, from 0, from the highest score. False if it is none.
     *
     * @see ZREVRANK
     */
    public function zRevRank(string $key, mixed $member, bool $with_score = false): Redis|array|int|false|null {}

    /**
     * Goes on through a sorted set: null to begin, 0 at the end. Members and scores.
     *
     * @see ZSCAN
     */
    public function zscan(string $key, null|int|string &$iterator, ?string $pattern = null, int $count = 0): Redis|array|false {}

    /**
     * A member's score. False if it is none.
     *
     * @see ZSCORE
     */
    public function zScore(string $key, mixed $member): Redis|float|false|null {}

    /**
     * Members that any sorted set has; options: WITHSCORES, AGGREGATE.
     *
     * @see ZUNION
     */
    public function zunion(array $keys, ?array $weights = null, array|string|null $options = null): Redis|array|false {}

    /**
     * Members that any sorted set has, stored under a key; SUM, MIN or MAX of their scores. How many.
     *
     * @see ZUNIONSTORE
     */
    public function zunionstore(string $dst, array $keys, ?array $weights = null, array|string|null $aggregate = null): Redis|int|false {}

    // ---- HyperLogLogs and count-min sketches ----

    /**
     * Counts fields in a count-min sketch: field, by, and so on. About how often each was counted.
     *
     * @see CMS.INCRBY
     */
    public function cmsIncrBy(mixed $key, mixed $field, int $value, mixed ...$fields_and_values): Redis|array|false {}

    /**
     * What a sketch is like.
     *
     * @see CMS.INFO
     */
    public function cmsInfo(mixed $key): Redis|array|false {}

    /**
     * Makes a sketch of a width and a depth.
     *
     * @see CMS.INITBYDIM
     */
    public function cmsInitByDim(mixed $key, int $width, int $depth): Redis|bool {}

    /**
     * Makes a sketch for an error and the probability of a larger one.
     *
     * @see CMS.INITBYPROB
     */
    public function cmsInitByProb(mixed $key, float $error, float $probability): Redis|bool {}

    /**
     * Puts sketches together, maybe with weights.
     *
     * @see CMS.MERGE
     */
    public function cmsMerge(mixed $dstkey, array $keys, array $weights = []): Redis|bool {}

    /**
     * About how often fields were counted.
     *
     * @see CMS.QUERY
     */
    public function cmsQuery(mixed $key, mixed ...$fields): Redis|array|false {}

    /**
     * Counts elements in a HyperLogLog. 1 if it has changed.
     *
     * @see PFADD
     */
    public function pfadd(string $key, array $elements): Redis|int {}

    /**
     * About how many different elements were counted.
     *
     * @see PFCOUNT
     */
    public function pfcount(array|string $key_or_keys): Redis|int|false {}

    /**
     * Puts HyperLogLogs together.
     *
     * @see PFMERGE
     */
    public function pfmerge(string $dst, array $srckeys): Redis|bool {}

    // ---- Places ----

    /**
     * Adds places: longitude, latitude, member, and so on; at last maybe [NX, XX, CH]. How many were new.
     *
     * @see GEOADD
     */
    public function geoadd(string $key, float $lng, float $lat, string $member, mixed ...$other_triples_and_options): Redis|int|false {}

    /**
     * How far two members are from each other, in m, km, mi, ft. False if one is missing.
     *
     * @see GEODIST
     */
    public function geodist(string $key, string $src, string $dst, ?string $unit = null): Redis|float|false|null {}

    /**
     * Members as geohashes.
     *
     * @see GEOHASH
     */
    public function geohash(string $key, string $member, string ...$other_members): Redis|array|false {}

    /**
     * Where members are: [longitude, latitude] each.
     *
     * @see GEOPOS
     */
    public function geopos(string $key, string $member, string ...$other_members): Redis|array|false {}

    /**
     * Members around a place; options: WITHCOORD, WITHDIST, WITHHASH, ASC, DESC, COUNT, STORE, STOREDIST.
     *
     * @see GEORADIUS
     */
    public function georadius(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /**
     * Members around a place; options: WITHCOORD, WITHDIST, WITHHASH, ASC, DESC, COUNT.
     *
     * @see GEORADIUS_RO
     */
    public function georadius_ro(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /**
     * Members around a member; options as of georadius().
     *
     * @see GEORADIUSBYMEMBER
     */
    public function georadiusbymember(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /**
     * Members around a member; options as of georadius_ro().
     *
     * @see GEORADIUSBYMEMBER_RO
     */
    public function georadiusbymember_ro(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /**
     * Members around a place, [longitude, latitude], or a member, within a radius or [width, height].
     *
     * @see GEOSEARCH
     */
    public function geosearch(string $key, array|string $position, array|int|float $shape, string $unit, array $options = []): array {}

    /**
     * What geosearch() finds, stored under another key. How many.
     *
     * @see GEOSEARCHSTORE
     */
    public function geosearchstore(string $dst, string $src, array|string $position, array|int|float $shape, string $unit, array $options = []): Redis|array|int|false {}

    // ---- Streams ----

    /**
     * Says that messages are done with. How many were not yet.
     *
     * @see XACK
     */
    public function xack(string $key, string $group, array $ids): int|false {}

    /**
     * Says that messages are done with, and removes them; mode: KEEPREF, DELREF, ACKED. For each: 1 removed, 2 not yet,
     * -1 none.
     *
     * @see XACKDEL
     */
    public function xackdel(string $key, string $group, array $ids, ?string $mode = null): Redis|array|false {}

    /**
     * Adds a message; * for a new id. Its id.
     *
     * @see XADD
     */
    public function xadd(string $key, string $id, array $values, int $maxlen = 0, bool $approx = false, bool $nomkstream = false): Redis|string|false|null {}

    /**
     * Takes over messages that nobody has touched for so many milliseconds. [next id, messages, ids that are gone].
     *
     * @see XAUTOCLAIM
     */
    public function xautoclaim(string $key, string $group, string $consumer, int $min_idle, string $start, int $count = -1, bool $justid = false): Redis|bool|array {}

    /**
     * Takes over messages that nobody has touched for so many milliseconds; options: IDLE, TIME, RETRYCOUNT, FORCE, JUSTID.
     *
     * @see XCLAIM
     */
    public function xclaim(string $key, string $group, string $consumer, int $min_idle, array $ids, array $options): Redis|array|bool {}

    /**
     * Removes messages. How many there were.
     *
     * @see XDEL
     */
    public function xdel(string $key, array $ids): Redis|int|false {}

    /**
     * Removes messages; mode: KEEPREF, DELREF, ACKED. For each: 1 removed, 2 not yet, -1 none.
     *
     * @see XDELEX
     */
    public function xdelex(string $key, array $ids, ?string $mode = null): Redis|array|false {}

    /**
     * Groups: CREATE, SETID, DESTROY, CREATECONSUMER, DELCONSUMER.
     *
     * @see XGROUP
     */
    public function xgroup(string $operation, ?string $key = null, ?string $group = null, ?string $id_or_consumer = null, bool $mkstream = false, int $entries_read = -2): mixed {}

    /**
     * What the server knows: STREAM, GROUPS, CONSUMERS.
     *
     * @see XINFO
     */
    public function xinfo(string $operation, ?string $arg1 = null, ?string $arg2 = null, int $count = -1): mixed {}

    /**
     * How many messages there are.
     *
     * @see XLEN
     */
    public function xlen(string $key): Redis|int|false {}

    /**
     * Gives messages back to their group; mode: SILENT, FAIL, FATAL. How many.
     *
     * @see XNACK
     */
    public function xnack(string $key, string $group, string $mode, array $ids, ?array $options = null): Redis|int|false {}

    /**
     * Messages that were read and not done with: a summary, or from one id to another.
     *
     * @see XPENDING
     */
    public function xpending(string $key, string $group, ?string $start = null, ?string $end = null, int $count = -1, ?string $consumer = null, int $idle = 0): Redis|array|false {}

    /**
     * Messages from one id to another.
     *
     * @see XRANGE
     */
    public function xrange(string $key, string $start, string $end, int $count = -1): Redis|array|bool {}

    /**
     * Messages behind ids, of streams as key => id; waits so many milliseconds. By stream.
     *
     * @see XREAD
     */
    public function xread(array $streams, int $count = -1, int $block = -1): Redis|array|bool {}

    /**
     * Messages for a consumer of a group, of streams as key => id, > for new ones. By stream.
     *
     * @see XREADGROUP
     */
    public function xreadgroup(string $group, string $consumer, array $streams, int $count = 1, int $block = 1): Redis|array|bool {}

    /**
     * Messages from one id back to another.
     *
     * @see XREVRANGE
     */
    public function xrevrange(string $key, string $end, string $start, int $count = -1): Redis|array|bool {}

    /**
     * Removes old messages, over a number or before an id. How many.
     *
     * @see XTRIM
     */
    public function xtrim(string $key, string $threshold, bool $approx = false, bool $minid = false, int $limit = -1): Redis|int|false {}

    // ---- JSON documents ----

    /**
     * Puts a value, or each of an array, behind an array. How long it is then, for each place.
     *
     * @see JSON.ARRAPPEND
     */
    public function jsonArrAppend(mixed $key, mixed $value_or_array, ?string $path = null): Redis|array|false {}

    /**
     * Where a value is in an array; -1 if nowhere.
     *
     * @see JSON.ARRINDEX
     */
    public function jsonArrIndex(mixed $key, string $path, mixed $value, ?int $start = 0, ?int $stop = -1): Redis|array|false {}

    /**
     * Puts values into an array before an index. How long it is then.
     *
     * @see JSON.ARRINSERT
     */
    public function jsonArrInsert(mixed $key, string $path, int $index, mixed $value, mixed ...$other_values): Redis|array|false {}

    /**
     * How long an array is.
     *
     * @see JSON.ARRLEN
     */
    public function jsonArrLen(mixed $key, ?string $path = null): Redis|array|false {}

    /**
     * Takes an element of an array, as JSON.
     *
     * @see JSON.ARRPOP
     */
    public function jsonArrPop(mixed $key, ?string $path = null, int $index = -1): Redis|array|false {}

    /**
     * Keeps elements from one to another. How long it is then.
     *
     * @see JSON.ARRTRIM
     */
    public function jsonArrTrim(mixed $key, string $path, int $start, int $stop): Redis|array|false {}

    /**
     * Empties arrays and objects, and sets numbers to 0. How many.
     *
     * @see JSON.CLEAR
     */
    public function jsonClear(mixed $key, ?string $path = null): Redis|int|false {}

    /**
     * How the server keeps a document: MEMORY.
     *
     * @see JSON.DEBUG
     */
    public function jsonDebug(string $command, mixed $key, ?string $path = null): Redis|int|false {}

    /**
     * Removes what is at a path. How much there was.
     *
     * @see JSON.DEL
     */
    public function jsonDel(mixed $key, ?string $path = null): Redis|int|false {}

    /**
     * Removes what is at a path. How much there was.
     *
     * @see JSON.FORGET
     */
    public function jsonForget(mixed $key, ?string $path = null): Redis|int|false {}

    /**
     * What is at paths, as JSON; options: INDENT, NEWLINE, SPACE. False if there is no document.
     *
     * @see JSON.GET
     */
    public function jsonGet(mixed $key, array $options = [], string ...$paths): mixed {}

    /**
     * Merges a value into what is at a path. A string is JSON already; any other value is made JSON.
     *
     * @see JSON.MERGE
     */
    public function jsonMerge(mixed $key, string $path, mixed $value): Redis|bool {}

    /**
     * What is at a path of several documents, as JSON.
     *
     * @see JSON.MGET
     */
    public function jsonMget(mixed $key_or_array, string $path): Redis|array|false {}

    /**
     * Sets what is at paths of documents: key, path, value, and so on.
     *
     * @see JSON.MSET
     */
    public function jsonMset(mixed $key, string $path, mixed $value, mixed ...$other_triples): Redis|bool {}

    /**
     * Adds to numbers. What they are then.
     *
     * @see JSON.NUMINCRBY
     */
    public function jsonNumIncrBy(mixed $key, string $path, int $value): Redis|array|false {}

    /**
     * Multiplies numbers. What they are then.
     *
     * @see JSON.NUMMULTBY
     */
    public function jsonNumMultBy(mixed $key, string $path, int $value): Redis|array|false {}

    /**
     * Names of an object's members.
     *
     * @see JSON.OBJKEYS
     */
    public function jsonObjKeys(mixed $key, ?string $path = null): Redis|array|false {}

    /**
     * How many members an object has.
     *
     * @see JSON.OBJLEN
     */
    public function jsonObjLen(mixed $key, ?string $path = null): Redis|array|false {}

    /**
     * A document in the terms of the protocol.
     *
     * @see JSON.RESP
     */
    public function jsonResp(mixed $key, ?string $path = null): Redis|array|string|int|false {}

    /**
     * Sets what is at a path; condition: NX, XX. A string is JSON already; any other value is made JSON.
     *
     * @see JSON.SET
     */
    public function jsonSet(mixed $key, string $path, mixed $value, ?string $condition = null): Redis|bool {}

    /**
     * Adds to the end of a string, which is given as JSON. How long it is then.
     *
     * @see JSON.STRAPPEND
     */
    public function jsonStrAppend(mixed $key, mixed $value, ?string $path = null, ?string $fpha = null): Redis|array|false {}

    /**
     * How long a string is.
     *
     * @see JSON.STRLEN
     */
    public function jsonStrLen(mixed $key, ?string $path = null): Redis|array|false {}

    /**
     * Turns true into false and back. What it is then.
     *
     * @see JSON.TOGGLE
     */
    public function jsonToggle(mixed $key, string $path): Redis|array|false {}

    /**
     * What is at a path: object, array, string ...
     *
     * @see JSON.TYPE
     */
    public function jsonType(mixed $key, ?string $path = null): Redis|array|false {}

    // ---- Search ----

    /**
     * Groups and sums what a query finds.
     *
     * @see FT.AGGREGATE
     */
    public function ftAggregate(mixed $index, string $query, ?array $options = null): Redis|array|false {}

    /**
     * Gives an index another name besides.
     *
     * @see FT.ALIASADD
     */
    public function ftAliasAdd(mixed $index, string $alias): Redis|bool {}

    /**
     * Takes away a name that ftAliasAdd() gave.
     *
     * @see FT.ALIASDEL
     */
    public function ftAliasDel(string $alias): Redis|bool {}

    /**
     * Gives an index a name that another one may have.
     *
     * @see FT.ALIASUPDATE
     */
    public function ftAliasUpdate(mixed $index, string $alias): Redis|bool {}

    /**
     * Adds fields to an index, name => type.
     *
     * @see FT.ALTER
     */
    public function ftAlter(mixed $index, array $schema, bool $skipinitialscan = false): Redis|bool {}

    /**
     * Settings of the search: GET name, SET name value.
     *
     * @see FT.CONFIG
     */
    public function ftConfig(string $operation, string $option, mixed $value = null): Redis|array|bool {}

    /**
     * Makes an index of fields, name => type or [type, option ...]; options: ON, PREFIX, FILTER ...
     *
     * @see FT.CREATE
     */
    public function ftCreate(mixed $index, array $schema, ?array $options = null): Redis|bool {}

    /**
     * Goes on with a cursor, or ends it: READ, DEL.
     *
     * @see FT.CURSOR
     */
    public function ftCursor(string $operation, mixed $index, mixed $cursor, ?array $options = null): Redis|array|bool {}

    /**
     * Adds words to a dictionary. How many were new.
     *
     * @see FT.DICTADD
     */
    public function ftDictAdd(mixed $dict, mixed $term, mixed ...$other_terms): Redis|int|false {}

    /**
     * Removes words of a dictionary. How many there were.
     *
     * @see FT.DICTDEL
     */
    public function ftDictDel(mixed $dict, mixed $term, mixed ...$other_terms): Redis|int|false {}

    /**
     * All words of a dictionary.
     *
     * @see FT.DICTDUMP
     */
    public function ftDictDump(mixed $dict): Redis|array|false {}

    /**
     * Removes an index, and with $dd its documents.
     *
     * @see FT.DROPINDEX
     */
    public function ftDropIndex(mixed $index, bool $dd = false): Redis|bool {}

    /**
     * How a query would be run.
     *
     * @see FT.EXPLAIN
     */
    public function ftExplain(mixed $index, string $query, int $dialect = 0): Redis|string|false {}

    /**
     * As ftExplain(), by lines.
     *
     * @see FT.EXPLAINCLI
     */
    public function ftExplainCli(mixed $index, string $query, int $dialect = 0): Redis|array|false {}

    /**
     * What an index is like.
     *
     * @see FT.INFO
     */
    public function ftInfo(mixed $index): Redis|array|false {}

    /**
     * What a query costs: SEARCH or AGGREGATE.
     *
     * @see FT.PROFILE
     */
    public function ftProfile(mixed $index, string $command, string $query, bool $limited = false): Redis|array|false {}

    /**
     * What a query finds; options: LIMIT, RETURN, SORTBY, PARAMS ...
     *
     * @see FT.SEARCH
     */
    public function ftSearch(mixed $index, string $query, ?array $options = null): Redis|array|false {}

    /**
     * Words that may have been meant.
     *
     * @see FT.SPELLCHECK
     */
    public function ftSpellCheck(mixed $index, string $query, ?array $options = null): Redis|array|false {}

    /**
     * Words and the groups of synonyms that have them.
     *
     * @see FT.SYNDUMP
     */
    public function ftSynDump(mixed $index): Redis|array|false {}

    /**
     * Adds words to a group of synonyms.
     *
     * @see FT.SYNUPDATE
     */
    public function ftSynUpdate(mixed $index, string $synonym, mixed $term_or_terms, bool $skipinitialscan = false): Redis|bool {}

    /**
     * All values of a field of tags.
     *
     * @see FT.TAGVALS
     */
    public function ftTagVals(mixed $index, string $tag): Redis|array|false {}

    // ---- Vector sets ----

    /**
     * Adds an element with its vector; options: REDUCE, CAS, NOQUANT, Q8, BIN, EF, SETATTR, M. 1 if it was new.
     *
     * @see VADD
     */
    public function vadd(mixed $key, array $values, mixed $element, ?array $options = null): Redis|int|false {}

    /**
     * How many elements there are.
     *
     * @see VCARD
     */
    public function vcard(mixed $key): Redis|int|false {}

    /**
     * How many numbers a vector has.
     *
     * @see VDIM
     */
    public function vdim(mixed $key): Redis|int|false {}

    /**
     * An element's vector; raw, as the server keeps it.
     *
     * @see VEMB
     */
    public function vemb(mixed $key, mixed $element, bool $raw = false): Redis|array|false {}

    /**
     * An element's attributes; raw, as JSON. False if there are none.
     *
     * @see VGETATTR
     */
    public function vgetattr(mixed $key, mixed $element, bool $raw = false): Redis|array|string|false {}

    /**
     * What a vector set is like.
     *
     * @see VINFO
     */
    public function vinfo(mixed $key): Redis|array|false {}

    /**
     * Whether an element is in it.
     *
     * @see VISMEMBER
     */
    public function vismember(mixed $key, mixed $element): Redis|bool {}

    /**
     * An element's neighbours, by layers.
     *
     * @see VLINKS
     */
    public function vlinks(mixed $key, mixed $element, bool $withscores): Redis|array|false {}

    /**
     * Some element, or so many.
     *
     * @see VRANDMEMBER
     */
    public function vrandmember(mixed $key, int $count = 0): Redis|array|string|false|null {}

    /**
     * Elements between two by name: "[a", "(b", "-", "+".
     *
     * @see VRANGE
     */
    public function vrange(mixed $key, string $min, string $max, int $count = -1): Redis|array|false {}

    /**
     * Removes an element. 1 if there was one.
     *
     * @see VREM
     */
    public function vrem(mixed $key, mixed $element): Redis|int|false {}

    /**
     * Sets an element's attributes: an array, or JSON. 1 if there is such an element.
     *
     * @see VSETATTR
     */
    public function vsetattr(mixed $key, mixed $element, array|string $attributes): Redis|int|false {}

    /**
     * Elements like an element or a vector; options: WITHSCORES, COUNT, EF, FILTER ...
     *
     * @see VSIM
     */
    public function vsim(mixed $key, mixed $member, ?array $options = null): Redis|array|false {}

    // ---- Scripts and functions ----

    /**
     * Runs a script; the first $num_keys of $args are its keys. What it returns.
     *
     * @see EVAL
     */
    public function eval(string $script, array $args = [], int $num_keys = 0): mixed {}

    /**
     * Runs a script that changes nothing. What it returns.
     *
     * @see EVAL_RO
     */
    public function eval_ro(string $script_sha, array $args = [], int $num_keys = 0): mixed {}

    /**
     * Runs a script that the server knows, by its SHA-1. What it returns.
     *
     * @see EVALSHA
     */
    public function evalsha(string $sha1, array $args = [], int $num_keys = 0): mixed {}

    /**
     * Runs a script that changes nothing, by its SHA-1. What it returns.
     *
     * @see EVALSHA_RO
     */
    public function evalsha_ro(string $sha1, array $args = [], int $num_keys = 0): mixed {}

    /**
     * Runs a function. What it returns, or what $handler makes of that.
     *
     * @see FCALL
     */
    public function fcall(string $fn, array $keys = [], array $args = [], ?callable $handler = null): mixed {}

    /**
     * Runs a function that changes nothing. What it returns, or what $handler makes of that.
     *
     * @see FCALL_RO
     */
    public function fcall_ro(string $fn, array $keys = [], array $args = [], ?callable $handler = null): mixed {}

    /**
     * Libraries of functions, by operation: LOAD code, LIST, DELETE name, DUMP, RESTORE ...
     *
     * @see FUNCTION
     */
    public function function(string $operation, mixed ...$args): Redis|bool|string|array {}

    /**
     * Scripts of the server: LOAD code, EXISTS sha ..., FLUSH, KILL.
     *
     * @see SCRIPT
     */
    public function script(string $command, mixed ...$args): mixed {}

    // ---- Messages ----

    /**
     * Calls back for each message of channels that match: ($redis, $pattern, $channel, $message). Returns when nothing
     * is subscribed to.
     *
     * @see PSUBSCRIBE
     */
    public function psubscribe(array $patterns, callable $cb): bool {}

    /**
     * Sends a message to a channel. Returns how many received it.
     *
     * @see PUBLISH
     */
    public function publish(string $channel, string $message): Redis|int|false {}

    /**
     * Who subscribes to what: CHANNELS pattern, NUMSUB channels, NUMPAT, SHARDCHANNELS, SHARDNUMSUB.
     *
     * @see PUBSUB
     */
    public function pubsub(string $command, mixed $arg = null): mixed {}

    /**
     * Ends subscriptions to patterns. For each, whether there was one.
     *
     * @see PUNSUBSCRIBE
     */
    public function punsubscribe(array $patterns): Redis|array|bool {}

    /**
     * Sends a message to a channel of its shard. Returns how many received it.
     *
     * @see SPUBLISH
     */
    public function spublish(string $channel, string $message): Redis|int|false {}

    /**
     * Calls back for each message of channels of their shard: ($redis, $channel, $message). Returns when nothing is
     * subscribed to.
     *
     * @see SSUBSCRIBE
     */
    public function ssubscribe(array $channels, callable $cb): bool {}

    /**
     * Calls back for each message of channels: ($redis, $channel, $message). Returns when nothing is subscribed to.
     *
     * @see SUBSCRIBE
     */
    public function subscribe(array $channels, callable $cb): bool {}

    /**
     * Ends subscriptions to channels of their shard. For each, whether there was one.
     *
     * @see SUNSUBSCRIBE
     */
    public function sunsubscribe(array $channels): Redis|array|bool {}

    /**
     * Ends subscriptions to channels. For each, whether there was one.
     *
     * @see UNSUBSCRIBE
     */
    public function unsubscribe(array $channels): Redis|array|bool {}

    // ---- Transactions and pipelines ----

    /**
     * Ends a transaction or pipeline and does nothing of it.
     *
     * @see DISCARD
     */
    public function discard(): Redis|bool {}

    /**
     * Runs the transaction or the pipeline. What each command returns; false if a watched key has changed.
     *
     * @see EXEC
     */
    public function exec(): Redis|array|false {}

    /** Redis::ATOMIC, MULTI or PIPELINE; with $masked all of them that apply, and 4 where messages are subscribed to. */
    public function getMode(bool $masked = false): int {}

    /**
     * Begins a transaction, or with Redis::PIPELINE a pipeline: commands return the object, exec() their results.
     *
     * @see MULTI
     */
    public function multi(int $value = Redis::MULTI): bool|Redis {}

    /** Begins a pipeline: commands return the object and are sent at exec(), which returns their results. */
    public function pipeline(): bool|Redis {}

    /**
     * Watches nothing any more.
     *
     * @see UNWATCH
     */
    public function unwatch(): Redis|bool {}

    /**
     * Lets exec() do nothing if one of these keys changes before.
     *
     * @see WATCH
     */
    public function watch(array|string $key, string ...$other_keys): Redis|bool {}

    // ---- The server ----

    /**
     * Users and their rights, by operation: WHOAMI, GETUSER name, SETUSER name rule ...
     *
     * @see ACL
     */
    public function acl(string $subcmd, string ...$args): mixed {}

    /**
     * Has the server rewrite its log in the background.
     *
     * @see BGREWRITEAOF
     */
    public function bgrewriteaof(): Redis|bool {}

    /**
     * Has the server save in the background.
     *
     * @see BGSAVE
     */
    public function bgSave(?string $arg = null): Redis|bool {}

    /**
     * This connection and others, by operation: ID, LIST, KILL, SETNAME name ...
     *
     * @see CLIENT
     */
    public function client(string $opt, mixed ...$args): mixed {}

    /**
     * What commands the server has, by operation: COUNT, INFO, DOCS, LIST, GETKEYS.
     *
     * @see COMMAND
     */
    public function command(?string $opt = null, mixed ...$args): mixed {}

    /**
     * Commands that took long or were large: GET count type, LEN type, RESET type.
     *
     * @see COMMANDLOG
     */
    public function commandlog(string $subcmd, mixed ...$args): Redis|array|int|bool {}

    /**
     * The server's settings: GET name, SET name value, RESETSTAT, REWRITE. Names and values may be arrays.
     *
     * @see CONFIG
     */
    public function config(string $operation, array|string|null $key_or_settings = null, ?string $value = null): mixed {}

    /**
     * How many keys there are.
     *
     * @see DBSIZE
     */
    public function dbSize(): Redis|int|false {}

    /**
     * What the server knows of a key's inside.
     *
     * @see DEBUG OBJECT
     */
    public function debug(string $key): Redis|string {}

    /**
     * Says the same.
     *
     * @see ECHO
     */
    public function echo(string $str): Redis|string|false {}

    /**
     * Has a replica take over.
     *
     * @see FAILOVER
     */
    public function failover(?array $to = null, bool $abort = false, int $timeout = 0): Redis|bool {}

    /**
     * Removes everything; with $sync false, in the background.
     *
     * @see FLUSHALL
     */
    public function flushAll(?bool $sync = null): Redis|bool {}

    /**
     * Removes everything of this database; with $sync false, in the background.
     *
     * @see FLUSHDB
     */
    public function flushDB(?bool $sync = null): Redis|bool {}

    /**
     * Keys that are used most: START, GET, STOP, RESET.
     *
     * @see HOTKEYS
     */
    public function hotkeys(string $subcmd, ?array $args = null): Redis|array|bool {}

    /**
     * Information and statistics of the server, or some sections of them.
     *
     * @see INFO
     */
    public function info(string ...$sections): Redis|array|false {}

    /**
     * When the server last saved, in seconds since 1970.
     *
     * @see LASTSAVE
     */
    public function lastSave(): int {}

    /**
     * Whether the server is there: true, or the message.
     *
     * @see PING
     */
    public function ping(?string $message = null): Redis|string|bool {}

    /** Any command, as the server has it: no prefix, no serialiser. */
    public function rawcommand(string $command, mixed ...$args): mixed {}

    /**
     * Follows another server, or nobody.
     *
     * @see REPLICAOF
     */
    public function replicaof(?string $host = null, int $port = 6379): Redis|bool {}

    /**
     * What the server is in its replication.
     *
     * @see ROLE
     */
    public function role(): mixed {}

    /**
     * Has the server save, and waits for it.
     *
     * @see SAVE
     */
    public function save(): Redis|bool {}

    /**
     * What the server calls itself: redis, valkey.
     *
     * @see HELLO
     */
    public function serverName(): string|false {}

    /**
     * The server's version.
     *
     * @see HELLO
     */
    public function serverVersion(): string|false {}

    /**
     * Follows another server, or nobody.
     *
     * @see SLAVEOF
     */
    public function slaveof(?string $host = null, int $port = 6379): Redis|bool {}

    /**
     * Commands that took long: GET count, LEN, RESET.
     *
     * @see SLOWLOG
     */
    public function slowlog(string $operation, mixed ...$args): mixed {}

    /**
     * Exchanges two databases.
     *
     * @see SWAPDB
     */
    public function swapdb(int $src, int $dst): Redis|bool {}

    /**
     * The server's time: [seconds since 1970, microseconds].
     *
     * @see TIME
     */
    public function time(): Redis|array {}

    /**
     * Waits, in milliseconds, until so many replicas have what was written. How many have.
     *
     * @see WAIT
     */
    public function wait(int $numreplicas, int $timeout): int|false {}

    /**
     * Waits, in milliseconds, until what was written is on disk here and at so many replicas. [here, replicas].
     *
     * @see WAITAOF
     */
    public function waitaof(int $numlocal, int $numreplicas, int $timeout): Redis|array|false {}

    // ---- What is kept in memory ----

    /**
     * The value as get() gives it, and where it came from: `[value, ['cached' => bool, 'length' => bytes of a string, elements of an
     * array, 0 for anything else]]`.
     *
     * @return array|false
     */
    public function getWithMeta(string $key): array|false {}

    /**
     * As getWithMeta(), of a field of a hash.
     *
     * @return array|false
     */
    public function hgetWithMeta(string $key, string $member): array|false {}

    /** Whether anything is kept of a key: its value, or a reply about it. */
    public function isTracked(string $key): bool {}

    /**
     * Names of the keys of this connection's database whose values are kept in the way that this object packs values, in no order: for looking
     * at what the memory holds. It goes through all of the memory, or until it has 100,000 names.
     *
     * @return array
     */
    public function _getKeys(): array {}

    /** Adds patterns (`*`, `?`, `[a-z]`) of keys that alone are kept, for this object; how many patterns that are now. */
    public function addAllowPatterns(string ...$patterns): int {}

    /** Adds patterns of keys that are not kept, for this object; how many patterns that are now. */
    public function addIgnorePatterns(string ...$patterns): int {}

    /**
     * Has a callback called for each Baton\Event, by dispatchEvents() and before commands of this object; null takes those away that were
     * given here.
     *
     * Callbacks are of this connection and database, and end with select() and connect(). A key that changes is reported if this host has read
     * it, maybe more than once.
     *
     * @return bool false where nothing is kept of the database
     */
    public function listen(?callable $callback): bool {}

    /** The same for flushes: the database was emptied, or so much has happened that it is not known what. */
    public function onFlushed(?callable $callback): bool {}

    /** The same for keys that change, or those that a pattern describes. */
    public function onInvalidated(?callable $callback, ?string $pattern = null): bool {}

    /**
     * Calls the callbacks for what has happened since.
     *
     * @return int|false for how many events any was called; false if nobody listens
     */
    public function dispatchEvents(): int|false {}

    /**
     * What is in the shared memory and what happened there, over all processes: `usage`, `stats` and `memory`.
     *
     * @return array
     */
    public static function stats(): array {}

    /** What stats() gives, in the text format of Prometheus. */
    public static function metrics(): string {}

    /** What Relay says of its license, as this extension, which needs none, would: `state`, `reason`, and `memory-limit` in bytes. */
    public static function license(): array {}

    /** Bytes of shared memory that entries can have. */
    public static function maxMemory(): int {}

    /** Bytes of shared memory that entries have. */
    public static function memory(): int {}

    /**
     * Forgets what is kept of a server, by endpointId(), or of all; of one database, or of all. What a Table keeps stays.
     *
     * @return bool false if there is no such server
     */
    public static function flushMemory(?string $endpointId = null, ?int $db = null): bool {}

    /**
     * When anything was forgotten as a whole the last time, of whatever server and database, in seconds since 1970; false: never. The
     * arguments are Relay's.
     */
    public static function lastMemoryFlush(?string $endpointId = null, ?int $db = null): int|false {}
}

/** What went wrong with the connection, or at the server, that the program cannot be expected to go on with. */
class RedisException extends \RuntimeException
{
}
