<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * A client of a Baton server, or of another server that speaks Pusher's protocol: publishes to its channels and subscribes to
 * them.
 *
 * Publishing is an HTTP request, and complete when the method returns. Subscriptions use a WebSocket connection that reconnects
 * when it is lost; events that are published meanwhile are missed.
 *
 * The class was called WebSocket\Link; that name is a deprecated alias.
 *
 * @strict-properties
 */
final class PusherClient
{
    /**
     * @param string $url http:// or https://, with host and port
     * @param string $key the app's key
     * @param string $secret the app's secret; without it there are only public channels, and no publishing
     * @param string $appId the app's id
     * @param ClientOptions|array $options of the connection for subscriptions; by default it reconnects without end
     *
     * @throws \ValueError for another URL, or an option that does not exist or is out of its range
     */
    public function __construct(string $url, string $key, string $secret = '', string $appId = '1', ClientOptions|array $options = []) {}

    /**
     * Publishes an event, and returns when the server has accepted it.
     *
     * @param string|array $channels one, or up to 100
     * @param string $event its name
     * @param string $data what clients get, usually JSON
     * @param string|null $exceptSocketId the connection that does not get it
     *
     * @throws ConnectionException if the server cannot be reached, or refuses; then its code is the HTTP status, and its
     *     message the body of the response
     * @throws \Error without a secret
     */
    public function publish(string|array $channels, string $event, string $data, ?string $exceptSocketId = null): void {}

    /**
     * Subscribes to a public or private channel: now, or as soon as there is a connection.
     *
     * @param string $channel its name
     * @param \Closure $handler (string $event, string $data, string $channel): void
     *
     * @throws \ValueError for a presence or an encrypted channel, of which a program cannot be a member
     * @throws \Error for a private channel without a secret
     */
    public function subscribe(string $channel, \Closure $handler): void {}

    /**
     * Unsubscribes from a channel.
     *
     * @param string $channel its name
     */
    public function unsubscribe(string $channel): void {}

    /**
     * Receives events in a server's loop, which calls the handlers.
     *
     * @param Server $server a server, before run(); each of its workers gets a connection of its own
     *
     * @throws \Error if the server runs, or the client is attached already
     */
    public function attach(Server $server): void {}

    /**
     * Receives events without a server: calls the handlers for what has arrived.
     *
     * @param int $timeoutMs how long to wait for something; 0 not at all, -1 without a limit
     *
     * @return int how many handlers were called
     *
     * @throws ConnectionException if the server cannot be reached, or refuses
     * @throws \Error if the client is attached to a server
     */
    public function poll(int $timeoutMs = 0): int {}

    /** The id by which the server knows this connection, null before there is one. */
    public function getSocketId(): ?string {}
}
