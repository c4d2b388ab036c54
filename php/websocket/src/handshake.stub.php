<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * How an upgrade is refused.
 *
 * @strict-properties
 */
final class HandshakeResponse
{
    /** 100 to 599, but not 101. */
    public readonly int $status;

    /** @var array<string, string|array<int, string>> */
    public readonly array $headers;

    /** What follows the head; Content-Length is written for it. */
    public readonly string $body;

    /**
     * @param int $status 100 to 599, but not 101
     * @param array $headers name to value, or to several values
     * @param string $body what follows the head
     *
     * @throws \ValueError for another status, a name that is no token, or a value with a line end
     */
    public function __construct(int $status = 403, array $headers = [], string $body = '') {}
}

/**
 * Thrown by a handler of Server::onHandshake() to refuse the upgrade.
 *
 * @strict-properties
 */
final class HandshakeException extends \Exception
{
    /** What the client is answered. */
    public readonly HandshakeResponse $response;

    /**
     * @param HandshakeResponse|null $response what the client is answered; 403 without a body if none is given
     */
    public function __construct(?HandshakeResponse $response = null) {}
}

/**
 * The answer to a plain HTTP request, from Server::onRequest().
 *
 * @strict-properties
 */
final class Response
{
    /** 100 to 599, but not 101. */
    public readonly int $status;

    /** @var array<string, string|array<int, string>> */
    public readonly array $headers;

    /** What follows the head; Content-Length is written for it. */
    public readonly string $body;

    /**
     * @param int $status 100 to 599, but not 101
     * @param array $headers name to value, or to several values
     * @param string $body what follows the head
     *
     * @throws \ValueError for another status, a name that is no token, or a value with a line end
     */
    public function __construct(int $status = 200, array $headers = [], string $body = '') {}
}
