<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * One client of a Server. It is valid for as long as the program holds it; once the client is gone, isOpen() is false and
 * sending throws.
 *
 * @strict-properties
 */
final class Connection implements \IteratorAggregate
{
    /** Unique in its server: "<worker>.<number>". */
    public readonly string $id;

    /** "ip:port", "[v6]:port", or "unix:". */
    public readonly string $remoteAddress;

    /** The subprotocol that was agreed on. */
    public readonly ?string $subprotocol;

    /** The request that became this connection. Reading it throws an Error if ServerOptions::$keepRequest is false. */
    public readonly Request $request;

    /** The program's own; the extension never looks at it. */
    public mixed $data = null;

    /** Bytes that wait to be written to this client. */
    public readonly int $bufferedAmount;

    /** Milliseconds since the client last sent anything. */
    public readonly int $idleMs;

    private function __construct() {}

    /**
     * Queues a message; it is written at the end of the loop's turn.
     *
     * @param string $payload UTF-8 if it is text
     * @param MessageType $type Text or Binary; Ping and Pong with at most 125 bytes
     *
     * @throws \ValueError for text that is not UTF-8, a control frame of more than 125 bytes, and for Continuation and Close
     * @throws \Error if the connection is closed, or ServerOptions::$maxQueuedBytes would be exceeded
     */
    public function send(string $payload, MessageType $type = MessageType::Text): void {}

    /**
     * The same, but false instead of an Error if there is no room; onDrain tells when there is again.
     *
     * @param string $payload UTF-8 if it is text
     * @param MessageType $type as for send()
     *
     * @return bool whether it was queued; false too once the connection is closed
     *
     * @throws \ValueError as send() does
     */
    public function trySend(string $payload, MessageType $type = MessageType::Text): bool {}

    /**
     * @param string $payload UTF-8
     *
     * @throws \ValueError for text that is not UTF-8
     * @throws \Error as send() does
     */
    public function sendText(string $payload): void {}

    /**
     * @param string $payload any bytes
     *
     * @throws \Error as send() does
     */
    public function sendBinary(string $payload): void {}

    /**
     * Asks the client for a pong; Server::onPong() hears of it.
     *
     * @param string $payload at most 125 bytes, which come back
     *
     * @throws \ValueError for more
     * @throws \Error as send() does
     */
    public function ping(string $payload = ''): void {}

    /**
     * Closes in good order: what is queued is written, then a close frame, and the client's own is waited for. Ignored on a
     * connection that is closed.
     *
     * @param int $code 1000 to 4999, as Protocol::CLOSE_* names them
     * @param string $reason at most 123 bytes of UTF-8
     *
     * @throws \ValueError for a code that may not be sent, or a reason that is too long or not UTF-8
     */
    public function close(int $code = Protocol::CLOSE_NORMAL, string $reason = ''): void {}

    /** Closes the socket at once, without a close frame; what is queued is lost. */
    public function terminate(): void {}

    /** Whether messages can be sent: false from the first close frame of either side on. */
    public function isOpen(): bool {}

    /** Stops reading this client: TCP slows it down. */
    public function pause(): void {}

    /** Goes on reading. */
    public function resume(): void {}

    /**
     * Joins a topic, for Server::publish(). Joining twice is joining once.
     *
     * @param string $topic 1 to 255 bytes
     *
     * @throws \ValueError for an empty or a longer name
     * @throws \Error if the connection is closed
     */
    public function subscribe(string $topic): void {}

    /**
     * Leaves a topic.
     *
     * @param string $topic its name
     *
     * @return bool whether it had been joined
     */
    public function unsubscribe(string $topic): bool {}

    /**
     * The topics that were joined, in no order.
     *
     * @return array<int, string>
     */
    public function getTopics(): array {}

    /**
     * The next message, for which the Fiber waits: only inside of one that a handler of Server::handle() runs in.
     *
     * @param int|null $timeoutMs how long to wait at most; null for ever
     * @param MessageType|null $type is set to what it was
     *
     * @return string|null the payload; null once the connection is closed or the time is over
     *
     * @throws \Error outside of such a Fiber
     */
    public function receive(?int $timeoutMs = null, ?MessageType &$type = null): ?string {}

    /**
     * foreach ($connection as $type => $message): all messages until it closes. As receive(), only inside of a Fiber.
     */
    public function getIterator(): \Iterator {}
}
