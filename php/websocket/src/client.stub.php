<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * Options of a Client. Each may also be given by its name in an array. Times are in milliseconds and sizes in bytes.
 *
 * @strict-properties
 * @not-serializable
 */
final class ClientOptions
{
    /**
     * Further headers of the request. Host and Authorization take the place of what the URL says.
     *
     * @var array<string, string>
     */
    public readonly array $headers;

    /**
     * Subprotocols to offer, the best first.
     *
     * @var array<int, string>
     */
    public readonly array $subprotocols;

    /** Longest that resolving, connecting, TLS and the handshake may take together. */
    public readonly int $connectTimeoutMs;

    /** Longest message, inflated; a longer one closes the connection with 1009. */
    public readonly int $maxMessageSize;

    /** Whether permessage-deflate is offered. */
    public readonly bool $compression;

    /** How often a silent server is sent a ping while the client waits for messages; 0 for never. */
    public readonly int $pingIntervalMs;

    /** How soon it must answer with anything at all. */
    public readonly int $pongTimeoutMs;

    /** How long close() waits for the server's close frame. */
    public readonly int $closeTimeoutMs;

    /**
     * How often in a row it is tried to re-establish a lost connection, before receive() gives up; 0 for never. Lost is one that
     * breaks, or that the server closes with 1001, 1011, 1012 or 1013.
     */
    public readonly int $reconnectAttempts;

    /** The first pause before that; it doubles each time, up to 30 s, less up to half of it by chance. */
    public readonly int $reconnectDelayMs;

    /** Whether the server's certificate is checked. Only tests should not. */
    public readonly bool $verifyPeer;

    /** Path of a PEM file with the certificates to trust, instead of the system's; the server's own may be among them. */
    public readonly ?string $caFile;

    /**
     * @param array $headers further headers
     * @param string[] $subprotocols subprotocols to offer
     * @param int $connectTimeoutMs 1 at least
     * @param int $maxMessageSize 1 at least
     * @param bool $compression whether to offer it
     * @param int $pingIntervalMs 0 for never
     * @param int $pongTimeoutMs 1 at least
     * @param int $closeTimeoutMs 1 at least
     * @param int $reconnectAttempts 0 for never
     * @param int $reconnectDelayMs 1 at least
     * @param bool $verifyPeer whether to check the certificate
     * @param string|null $caFile certificates to trust
     *
     * @throws \ValueError that names the option whose value is out of its range
     * @throws \TypeError if a header or a subprotocol is no string
     */
    public function __construct(
        array $headers = [],
        array $subprotocols = [],
        int $connectTimeoutMs = 10000,
        int $maxMessageSize = 16777216,
        bool $compression = false,
        int $pingIntervalMs = 0,
        int $pongTimeoutMs = 10000,
        int $closeTimeoutMs = 2000,
        int $reconnectAttempts = 0,
        int $reconnectDelayMs = 500,
        bool $verifyPeer = true,
        ?string $caFile = null,
    ) {}
}

/**
 * A connection to a WebSocket server. Calls block; inside of a Fiber that a Server runs they let its loop go on. Handlers of
 * signals run meanwhile if pcntl_async_signals(true) was called, and what they throw ends the call.
 *
 * A process that was forked cannot use a connection of its parent, and does not close it.
 *
 * @strict-properties
 * @not-serializable
 */
final class Client implements \IteratorAggregate
{
    /** The subprotocol that was agreed on; null before connect(). */
    public readonly ?string $subprotocol;

    /**
     * @param string $url ws:// or wss://, with an optional user, path and query; or ws+unix:///path/of/socket:/target
     * @param ClientOptions|array $options options, or their names and values
     *
     * @throws \ValueError for another URL, an option that does not exist, or a value out of its range
     * @throws \TypeError that names the option whose value has another type
     */
    public function __construct(string $url, ClientOptions|array $options = []) {}

    /**
     * Connects, unless that was done, or again, if it was closed. send() and receive() connect by themselves the first time.
     *
     * @throws ConnectionException that says what failed: the name, the port, TLS, or the server's answer
     */
    public function connect(): void {}

    /**
     * Sends a message, and returns when the system has taken it. Messages that come meanwhile are kept for receive(), up to
     * maxMessageSize and 1 MiB; then the server has to read before it can write more.
     *
     * @param string $payload UTF-8 if it is text
     * @param MessageType $type Text, Binary, Ping or Pong
     *
     * @throws \ValueError for text that is not UTF-8, a control frame of more than 125 bytes, and for Continuation and Close
     * @throws ConnectionException if the connection is lost, or was closed
     */
    public function send(string $payload, MessageType $type = MessageType::Text): void {}

    /**
     * The next message. Pings are answered while it waits.
     *
     * @param int|null $timeoutMs how long to wait at most; 0 not at all, null for ever
     * @param MessageType|null $type is set to what it was
     *
     * @return string|null the payload; null if the time is over, or the connection was closed (then isOpen() is false)
     *
     * @throws ConnectionException if the connection was lost and could not be re-established, or the server broke the protocol
     */
    public function receive(?int $timeoutMs = null, ?MessageType &$type = null): ?string {}

    /**
     * Closes in good order, and waits for the server's close frame. Messages that come before it are dropped.
     *
     * @param int $code 1000 to 1003, 1007 to 1014, as Protocol::CLOSE_* names them, or 3000 to 4999
     * @param string $reason at most 123 bytes of UTF-8
     *
     * @throws \ValueError for a code that may not be sent, or a reason that is too long or not UTF-8
     */
    public function close(int $code = Protocol::CLOSE_NORMAL, string $reason = ''): void {}

    /** Whether messages can be sent and received, at once or when a lost connection has been re-established. */
    public function isOpen(): bool {}

    /**
     * The code of the close frame that ended it; 1005 if it had none, 1006 if none came, null while it is open. If the server
     * broke the protocol, the code with which it was told.
     */
    public function getCloseCode(): ?int {}

    /** The reason of the close frame that ended it. */
    public function getCloseReason(): string {}

    /** How often a lost connection was re-established: when it grows, a server may have to be sent again who is here. */
    public function getReconnects(): int {}

    /**
     * A stream that is readable when there is something to do, for stream_select() and other loops: call receive(0) until it
     * gives null. It is the same one however often the connection is re-established, and is not to be read.
     *
     * @return resource
     *
     * @throws ConnectionException if it cannot connect
     */
    public function getStream() {}

    /** foreach ($client as $type => $message): all messages until it closes. */
    public function getIterator(): \Iterator {}
}

/**
 * A connection could not be made, or was lost.
 *
 * @strict-properties
 */
final class ConnectionException extends \RuntimeException
{
}
