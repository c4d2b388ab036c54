<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * Limits and features of a Server. Each may also be given by its name in an array: new Server(['maxConnections' => 500]).
 *
 * Times are in milliseconds and sizes in bytes.
 *
 * @strict-properties
 */
final class ServerOptions
{
    /** Longest message, over all its fragments and inflated; a longer one closes its connection with 1009. */
    public readonly int $maxMessageSize;

    /** Most bytes that may wait for one client. send() throws above it; a broadcast closes the client with 1013. */
    public readonly int $maxQueuedBytes;

    /** Most connections, handshakes included; one more is answered 503. */
    public readonly int $maxConnections;

    /** Longest that TLS and the request's head may take together; then the socket is closed. */
    public readonly int $handshakeTimeoutMs;

    /** A client that sends nothing for so long is closed with 1001. */
    public readonly int $idleTimeoutMs;

    /** How often a client that is silent is sent a ping; 0 for never. */
    public readonly int $pingIntervalMs;

    /** How soon it must answer with anything at all, else it is closed. */
    public readonly int $pongTimeoutMs;

    /** Longest that a byte may wait for a client that does not read; then the socket is reset. */
    public readonly int $maxQueuedAgeMs;

    /** How long the client's close frame is waited for, behind ours. */
    public readonly int $closeTimeoutMs;

    /** How soon a message that has begun must be complete; then 1008. */
    public readonly int $messageTimeoutMs;

    /** Most messages that a client may send in one second; 0 for any. More: 1008. */
    public readonly int $maxMessagesPerSecond;

    /** Most pings and pongs that a client may send in one second; 0 for any. More: 1008. */
    public readonly int $maxControlFramesPerSecond;

    /** Longest body of a plain HTTP request; a longer one is answered 413. */
    public readonly int $maxRequestBodySize;

    /** permessage-deflate, or null for none. */
    public readonly ?CompressionOptions $compression;

    /** TLS on every TCP listener, or null for none. */
    public readonly ?TlsOptions $tls;

    /**
     * Origins that a browser's page may have, as "https://example.org"; any if empty. Others are answered 403. Who sends no
     * Origin is no browser, and let in.
     *
     * @var array<int, string>
     */
    public readonly array $allowedOrigins;

    /**
     * Paths at which an upgrade is accepted; any if empty. Others are answered 404.
     *
     * @var array<int, string>
     */
    public readonly array $paths;

    /** Processes that share the port; run() forks and supervises them if it is above 1. Needs pcntl nowhere. */
    public readonly int $workers;

    /** SO_REUSEPORT: other processes may listen on the same port. */
    public readonly bool $reusePort;

    /** Connections that may wait to be accepted; the kernel takes net.core.somaxconn if that is less. */
    public readonly int $backlog;

    /** Whether the request of a connection is kept for Connection::$request: its head's bytes. */
    public readonly bool $keepRequest;

    /**
     * @param int $maxMessageSize longest message, 1 at least
     * @param int $maxQueuedBytes most bytes that may wait for one client, 1 at least
     * @param int $maxConnections most connections, 1 at least
     * @param int $handshakeTimeoutMs longest handshake, 1 at least
     * @param int $idleTimeoutMs longest silence, 1 at least
     * @param int $pingIntervalMs how often to ping; 0 for never
     * @param int $pongTimeoutMs how soon to be answered, 1 at least
     * @param int $maxQueuedAgeMs longest that a byte may wait, 1 at least
     * @param int $closeTimeoutMs how long to wait for a close frame, 1 at least
     * @param int $messageTimeoutMs how soon a message must be complete, 1 at least
     * @param int $maxMessagesPerSecond most messages in one second; 0 for any
     * @param int $maxControlFramesPerSecond most pings and pongs in one second; 0 for any
     * @param int $maxRequestBodySize longest body of a plain request; 0 for none at all
     * @param CompressionOptions|bool $compression true for the defaults of CompressionOptions, false for none
     * @param TlsOptions|null $tls certificate and key
     * @param string[] $allowedOrigins origins to let in
     * @param string[] $paths paths to serve
     * @param int $workers processes, 1 to 1,024
     * @param bool $reusePort whether others may listen on the port too
     * @param int $backlog connections that may wait, 1 at least
     * @param bool $keepRequest whether to keep requests
     *
     * @throws \ValueError that names the option whose value is out of its range
     */
    public function __construct(
        int $maxMessageSize = 16777216,
        int $maxQueuedBytes = 16777216,
        int $maxConnections = 10000,
        int $handshakeTimeoutMs = 10000,
        int $idleTimeoutMs = 120000,
        int $pingIntervalMs = 0,
        int $pongTimeoutMs = 10000,
        int $maxQueuedAgeMs = 30000,
        int $closeTimeoutMs = 2000,
        int $messageTimeoutMs = 60000,
        int $maxMessagesPerSecond = 0,
        int $maxControlFramesPerSecond = 0,
        int $maxRequestBodySize = 1048576,
        CompressionOptions|bool $compression = false,
        ?TlsOptions $tls = null,
        array $allowedOrigins = [],
        array $paths = [],
        int $workers = 1,
        bool $reusePort = false,
        int $backlog = 8192,
        bool $keepRequest = true,
    ) {}
}

/**
 * permessage-deflate, RFC 7692.
 *
 * @strict-properties
 */
final class CompressionOptions
{
    /** Messages below so many bytes are sent as they are. */
    public readonly int $threshold;

    /** zlib's level, 1 (fast) to 9 (small). */
    public readonly int $level;

    /** Whether messages may refer to earlier ones: smaller, but about 430 KB for each connection. */
    public readonly bool $contextTakeover;

    /**
     * @param int $threshold smallest message to compress, 0 at least
     * @param int $level 1 to 9
     * @param bool $contextTakeover false: a message is compressed once for all its receivers, and a connection keeps nothing
     *
     * @throws \ValueError that names the option whose value is out of its range
     */
    public function __construct(int $threshold = 128, int $level = 3, bool $contextTakeover = false) {}
}

/**
 * TLS 1.2 and 1.3.
 *
 * @strict-properties
 */
final class TlsOptions
{
    /** Path of the certificate and those that signed it, PEM. */
    public readonly string $certificate;

    /** Path of its private key, PEM and not encrypted. */
    public readonly string $key;

    /**
     * The files are read when a server begins to listen, and again by Server::reloadTls().
     *
     * @param string $certificate path of a PEM file, the server's own certificate first
     * @param string $key path of a PEM file
     *
     * @throws \ValueError for an empty path
     */
    public function __construct(string $certificate, string $key) {}
}
