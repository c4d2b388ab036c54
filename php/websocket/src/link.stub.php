<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * A running Baton, or another server that speaks Pusher's protocol: what a program publishes reaches the clients there, and
 * what is published there reaches the program.
 *
 * Publishing is a request over HTTP, and done when it returns. Channels are heard over a connection that is made anew when it
 * is lost; what is said meanwhile is missed.
 *
 * @strict-properties
 */
final class Link
{
    /**
     * @param string $url http:// or https://, with host and port
     * @param string $key the app's key
     * @param string $secret the app's secret; without it only public channels are heard, and nothing is published
     * @param string $appId the app's id
     * @param ClientOptions|array $options of the connection that hears channels; it reconnects for ever unless told otherwise
     *
     * @throws \ValueError for another URL, or an option that does not exist or is out of its range
     */
    public function __construct(string $url, string $key, string $secret = '', string $appId = '1', ClientOptions|array $options = []) {}

    /**
     * Publishes an event, and returns when the server has taken it.
     *
     * @param string|array $channels one, or up to 100
     * @param string $event its name
     * @param string $data what clients get, JSON as a rule
     * @param string|null $exceptSocketId the connection that does not get it
     *
     * @throws ConnectionException if the server cannot be reached, or refuses; its code is the HTTP status then, and its
     *     message what the server said
     * @throws \Error without a secret
     */
    public function publish(string|array $channels, string $event, string $data, ?string $exceptSocketId = null): void {}

    /**
     * Hears a public or private channel from now on, or from the moment on at which there is a connection.
     *
     * @param string $channel its name
     * @param \Closure $handler (string $event, string $data, string $channel): void
     *
     * @throws \ValueError for a presence or an encrypted channel, of which a program cannot be a member
     * @throws \Error for a private channel without a secret
     */
    public function subscribe(string $channel, \Closure $handler): void {}

    /**
     * Hears a channel no more.
     *
     * @param string $channel its name
     */
    public function unsubscribe(string $channel): void {}

    /**
     * Has a server's loop hear the channels: handlers are called there.
     *
     * @param Server $server a server, before run(); each of its workers gets a connection of its own
     *
     * @throws \Error if the server runs, or the link is attached already
     */
    public function attach(Server $server): void {}

    /**
     * Hears the channels without a server: calls handlers for what has come.
     *
     * @param int $timeoutMs how long to wait for something; 0 not at all, -1 for ever
     *
     * @return int how many handlers were called
     *
     * @throws ConnectionException if the server cannot be reached, or refuses
     * @throws \Error if the link is attached to a server
     */
    public function poll(int $timeoutMs = 0): int {}

    /** The number by which the server knows this connection, null before there is one. */
    public function getSocketId(): ?string {}
}
