<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * One frame, or a message that was put together from its fragments.
 *
 * @strict-properties
 */
final class Frame
{
    /** What it carries. */
    public readonly MessageType $type;

    /** The same as a number of Protocol::OPCODE_*. */
    public readonly int $opcode;

    /** Protocol::FLAG_* as they stood in the header: RSV1 as FLAG_RSV1. */
    public readonly int $flags;

    /** Its bytes, unmasked. */
    public readonly string $payload;

    /** Whether it is the last fragment of its message. */
    public readonly bool $final;

    /** How many bytes of the buffer it was read from; 0 for a frame that was not read. */
    public readonly int $bytesConsumed;

    /**
     * A frame to be packed.
     *
     * @param MessageType $type what it carries
     * @param string $payload its bytes
     * @param bool $final whether it is the last fragment of its message
     */
    public function __construct(MessageType $type, string $payload, bool $final = true) {}
}

/**
 * A frame that says why its sender closes.
 *
 * @strict-properties
 */
final class CloseFrame
{
    /** The close code; 1000 if the frame has none. */
    public readonly int $code;

    /** The reason, UTF-8 of at most 123 bytes. */
    public readonly string $reason;

    /** Protocol::FLAG_* as they stood in the header. */
    public readonly int $flags;

    /** How many bytes of the buffer it was read from; 0 for a frame that was not read. */
    public readonly int $bytesConsumed;

    /**
     * A close frame to be packed.
     *
     * @param int $code 1000 to 4999, as Protocol::CLOSE_* names them
     * @param string $reason at most 123 bytes of UTF-8
     *
     * @throws \ValueError for a code that may not be sent (RFC 6455, section 7.4), or a reason that is too long or not UTF-8
     */
    public function __construct(int $code = Protocol::CLOSE_NORMAL, string $reason = '') {}
}
