<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * Bytes of one connection to whole messages: what a program with sockets of its own needs to speak WebSocket.
 *
 * It keeps what is incomplete, puts fragments together, inflates, and checks everything that RFC 6455 asks for as the bytes
 * come: wrong UTF-8 fails with its first wrong byte. It holds at most the limit of a message, twice if it is compressed.
 *
 * @strict-properties
 * @not-serializable
 */
final class FrameParser
{
    /**
     * @param bool $server whether this side is the server, to which clients send masked frames
     * @param int $maxMessageSize longest message in bytes, over all its fragments and inflated; 1 at least
     * @param bool $compression whether permessage-deflate was agreed on
     * @param bool $contextTakeover whether the peer's messages refer to earlier ones (then 48 KB are kept for it)
     *
     * @throws \ValueError for a limit below 1
     */
    public function __construct(bool $server = true, int $maxMessageSize = 16777216, bool $compression = false, bool $contextTakeover = true) {}

    /**
     * Takes bytes as they came, and gives what they complete: messages as Frame, pings and pongs as Frame, a close as
     * CloseFrame. Behind a close nothing is read.
     *
     * A message is whole, unmasked and inflated, and has Protocol::FLAG_FIN alone; its bytesConsumed are those of $bytes that
     * completed it.
     *
     * @param string $bytes any number, cut anywhere
     *
     * @return array<int, Frame|CloseFrame>
     *
     * @throws ProtocolException if the peer broke the protocol or the limit; its code is the close code to answer with. What
     *     was complete before the fault comes first: the exception is thrown by the next call.
     */
    public function push(string $bytes): array {}

    /** Whether nothing is incomplete. While it is false, hold the peer to a deadline. */
    public function isIdle(): bool {}
}

/**
 * A peer broke the protocol or a limit; getCode() is the close code to answer with (RFC 6455, section 7.4.1).
 *
 * @strict-properties
 */
final class ProtocolException extends \Exception
{
}
