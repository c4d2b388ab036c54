<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * A WebSocket server in one thread: an event loop that calls the handlers given to it.
 *
 * An exception that leaves a handler goes to onError, closes the connection that it was called for with 1011, and ends
 * nothing else.
 *
 * @strict-properties
 */
final class Server implements \Countable
{
    /**
     * @param ServerOptions|array $options options, or their names and values
     *
     * @throws \ValueError for an option that does not exist, or a value out of its range
     * @throws \TypeError for a value of another type
     */
    public function __construct(ServerOptions|array $options = []) {}

    /**
     * Binds an address; clients wait in its backlog until run() or poll(). May be called several times.
     *
     * @param string $host an IP address, a name, or "unix:/path/of/socket"
     * @param int $port 0 to 65535; 0 lets the system choose, and getAddress() tells
     *
     * @throws \ValueError for a host with a NUL byte, or a port out of range
     * @throws \RuntimeException that names the address and what the system said, as for a port in use; its code is the errno
     * @throws \Error while running
     */
    public function listen(string $host, int $port = 0): void {}

    /**
     * The address that was bound last: "ip:port", "[v6]:port" or "unix:/path".
     *
     * @throws \Error before listen()
     */
    public function getAddress(): string {}

    /**
     * Subprotocols that are spoken here. The first that a client offers and that is among them is agreed on.
     *
     * @param string[] $protocols tokens
     *
     * @throws \ValueError for what is no token, or named twice
     * @throws \Error while running
     */
    public function subprotocols(string ...$protocols): void {}

    /**
     * @param \Closure $handler (Request): void, before the upgrade is answered; throws HandshakeException to refuse it
     */
    public function onHandshake(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Request): Response|string|null, for HTTP requests that are no upgrade; null answers 404.
     *     Without a handler they are answered 426.
     */
    public function onRequest(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection): mixed; false closes the connection with 1008
     */
    public function onOpen(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection, string $payload, MessageType): void. It is given what it declares: func_get_args()
     *     sees no more of it
     */
    public function onMessage(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection, int $code, string $reason, bool $wasClean): void, once for each connection that
     *     was opened. 1005: a close frame without a code; 1006: none came.
     */
    public function onClose(\Closure $handler): void {}

    /**
     * @param \Closure $handler (\Throwable, ?Connection): void, for what left another handler. Without it a warning is raised.
     */
    public function onError(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection, string $payload): void; the pong is on its way already
     */
    public function onPing(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection, string $payload): void
     */
    public function onPong(\Closure $handler): void {}

    /**
     * @param \Closure $handler (Connection): void, when all that had waited for a client has been written
     */
    public function onDrain(\Closure $handler): void {}

    /**
     * @param \Closure $handler (int $worker): void, in each process before its loop begins; 0 where there is one
     */
    public function onWorkerStart(\Closure $handler): void {}

    /**
     * Runs a handler in a Fiber of its own for each connection, in which $connection->receive() and foreach wait. When it
     * returns the connection is closed. It takes the place of onOpen and onMessage.
     *
     * @param \Closure $handler (Connection): void
     */
    public function handle(\Closure $handler): void {}

    /**
     * Sends a message to all connections: encoded and compressed once, one buffer shared by all.
     *
     * @param string $payload UTF-8 if it is text
     * @param MessageType $type Text or Binary
     * @param \Traversable|array|null $except who is left out: connections, or one
     *
     * @return int how many get it, in this process; other workers' clients get it too
     *
     * @throws \ValueError for text that is not UTF-8, or another type
     */
    public function broadcast(string $payload, MessageType $type = MessageType::Text, \Traversable|array|null $except = null): int {}

    /**
     * Sends a message to all who joined a topic, in all workers, as broadcast() does.
     *
     * @param string $topic its name, 1 to 255 bytes
     * @param string $payload UTF-8 if it is text
     * @param MessageType $type Text or Binary
     * @param Connection|null $except who is left out
     *
     * @return int how many get it, in this process
     *
     * @throws \ValueError for an empty or a longer name, text that is not UTF-8, or another type
     */
    public function publish(string $topic, string $payload, MessageType $type = MessageType::Text, ?Connection $except = null): int {}

    /**
     * Calls a handler again and again.
     *
     * @param int $intervalMs 1 at least
     * @param \Closure $handler (Timer): void
     *
     * @throws \ValueError for an interval below 1
     */
    public function tick(int $intervalMs, \Closure $handler): Timer {}

    /**
     * Calls a handler once.
     *
     * @param int $delayMs 0 at least
     * @param \Closure $handler (Timer): void
     *
     * @throws \ValueError for a delay below 0
     */
    public function after(int $delayMs, \Closure $handler): Timer {}

    /**
     * Calls a handler for a signal while the loop runs. SIGTERM and SIGINT stop() the server unless they have a handler, here
     * or by pcntl_signal().
     *
     * @param int $signal its number, 1 to 64
     * @param \Closure $handler (int $signal): void
     *
     * @throws \ValueError for a number that is no signal, or one that cannot be caught
     */
    public function onSignal(int $signal, \Closure $handler): void {}

    /**
     * Serves until stop(), and then until all clients have been told goodbye.
     *
     * @throws \Error if it runs already, or nothing was listened to
     */
    public function run(): void {}

    /**
     * Ends run(): nothing more is accepted, open connections are closed with 1001, and their answers waited for, for
     * ServerOptions::$closeTimeoutMs at most. May be called from any handler.
     */
    public function stop(): void {}

    /**
     * Runs one turn of the loop, for programs that have a loop of their own.
     *
     * @param int $timeoutMs how long to wait for something to happen; 0 not at all, -1 for ever
     *
     * @return int how many events were handled
     *
     * @throws \Error if nothing was listened to, or from inside of a handler
     */
    public function poll(int $timeoutMs = 0): int {}

    /**
     * A stream that is readable whenever poll() has something to do, timers included: for stream_select() and loops such as
     * Revolt, ReactPHP and Workerman. It is not to be read.
     *
     * @return resource
     *
     * @throws \Error if nothing was listened to
     */
    public function getStream() {}

    /** How the loop learns which sockets are ready: "epoll". `php --ri websocket` says whether sends are gathered by io_uring. */
    public function getDriver(): string {}

    /**
     * All open connections of this process.
     *
     * @return array<int, Connection>
     */
    public function getConnections(): array {}

    /** Open connections of this process. */
    public function count(): int {}

    /**
     * What the loop has done so far, by name.
     *
     * @return array<string, int>
     */
    public function stats(): array {}

    /**
     * Reads certificate and key again; new connections get them. Nothing changes if they cannot be read.
     *
     * @throws \RuntimeException that names the file and what is wrong with it
     * @throws \Error without TLS
     */
    public function reloadTls(): void {}
}

/**
 * A timer of Server::tick() or Server::after().
 *
 * @strict-properties
 */
final class Timer
{
    private function __construct() {}

    /** Calls its handler no more. */
    public function cancel(): void {}

    /** Whether its handler will be called. */
    public function isActive(): bool {}
}
