<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * The HTTP request of a client: the one that became a connection, or a plain one for Server::onRequest().
 *
 * @strict-properties
 */
final class Request
{
    /** As sent: GET for every upgrade. */
    public readonly string $method;

    /** Path and query as sent. */
    public readonly string $target;

    /** The target up to its first question mark, still percent-encoded. */
    public readonly string $path;

    /** The target behind its first question mark, still percent-encoded; empty if there is none. parse_str() reads it. */
    public readonly string $query;

    /**
     * Names in lower case; the values of a repeated header are joined by ", ", those of Cookie by "; ".
     *
     * @var array<string, string>
     */
    public readonly array $headers;

    /** The body of a plain request; empty for an upgrade. */
    public readonly string $body;

    /** Who asks: "ip:port", "[v6]:port", or "unix:". */
    public readonly string $remoteAddress;

    /**
     * One header, in any case; null if it was not sent.
     *
     * @param string $name the header's name
     */
    public function header(string $name): ?string {}

    /**
     * A cookie's value, percent-decoded; null if it was not sent.
     *
     * @param string $name the cookie's name
     */
    public function cookie(string $name): ?string {}
}
