<?php

/** @generate-class-entries */

namespace WebSocket;

/**
 * The frame codec by itself, for programs that own their sockets: RFC 6455, sections 4.2.2 and 5.
 *
 * Nothing here keeps state: a message in fragments comes frame by frame. FrameParser puts messages together.
 *
 * @strict-properties
 */
final class Protocol
{
    /** @var int */
    public const OPCODE_CONTINUATION = 0x0;
    /** @var int */
    public const OPCODE_TEXT = 0x1;
    /** @var int */
    public const OPCODE_BINARY = 0x2;
    /** @var int */
    public const OPCODE_CLOSE = 0x8;
    /** @var int */
    public const OPCODE_PING = 0x9;
    /** @var int */
    public const OPCODE_PONG = 0xA;

    /**
     * The last fragment of its message.
     *
     * @var int
     */
    public const FLAG_FIN = 1;
    /**
     * RSV1, as a compressed message has it. The payload is not compressed by that.
     *
     * @var int
     */
    public const FLAG_COMPRESS = 2;
    /** @var int */
    public const FLAG_RSV1 = 4;
    /** @var int */
    public const FLAG_RSV2 = 8;
    /** @var int */
    public const FLAG_RSV3 = 16;
    /**
     * Masked, as all frames of a client are.
     *
     * @var int
     */
    public const FLAG_MASK = 32;

    /** @var int */
    public const CLOSE_NORMAL = 1000;
    /** @var int */
    public const CLOSE_GOING_AWAY = 1001;
    /** @var int */
    public const CLOSE_PROTOCOL_ERROR = 1002;
    /** @var int */
    public const CLOSE_UNSUPPORTED_DATA = 1003;
    /**
     * A close frame without a code; never sent.
     *
     * @var int
     */
    public const CLOSE_NO_STATUS = 1005;
    /**
     * The connection ended without a close frame; never sent.
     *
     * @var int
     */
    public const CLOSE_ABNORMAL = 1006;
    /** @var int */
    public const CLOSE_INVALID_PAYLOAD = 1007;
    /** @var int */
    public const CLOSE_POLICY_VIOLATION = 1008;
    /** @var int */
    public const CLOSE_MESSAGE_TOO_BIG = 1009;
    /** @var int */
    public const CLOSE_EXTENSION_MISSING = 1010;
    /** @var int */
    public const CLOSE_SERVER_ERROR = 1011;
    /** @var int */
    public const CLOSE_TRY_AGAIN_LATER = 1013;
    /**
     * TLS failed; never sent.
     *
     * @var int
     */
    public const CLOSE_TLS = 1015;

    /**
     * Value of Sec-WebSocket-Accept for a Sec-WebSocket-Key.
     *
     * @param string $key the header's value as the client sent it
     */
    public static function acceptKey(string $key): string {}

    /**
     * One whole frame.
     *
     * @param string $payload its bytes; UTF-8 if it is text
     * @param MessageType $type what it carries
     * @param bool $masked whether to mask it with a fresh random key, as a client must
     *
     * @throws \ValueError for text that is not UTF-8, and for a control frame of more than 125 bytes
     */
    public static function encode(string $payload, MessageType $type = MessageType::Text, bool $masked = false): string {}

    /**
     * The frame that begins at $offset, or null while it is not all there.
     *
     * Masked and unmasked frames are read alike, with any reserved bits.
     *
     * @param string $buffer bytes as they came
     * @param int $offset where the frame begins
     *
     * @throws \Error for what RFC 6455 forbids: an unknown opcode, a control frame that is long or fragmented, a close frame of
     *     one byte or with a code that may not be sent, text or a reason that is not UTF-8
     * @throws \ValueError for an offset outside of the buffer
     */
    public static function decode(string $buffer, int $offset = 0): Frame|CloseFrame|null {}

    /**
     * The payload alone of the frame that begins at $offset, or null while it is not all there: no object is made.
     *
     * @param string $buffer bytes as they came
     * @param int $offset where the frame begins
     * @param int $consumed is set to the bytes of the frame, or to 0
     * @param int $opcode is set to the frame's opcode
     *
     * @throws \Error as decode() does
     * @throws \ValueError for an offset outside of the buffer
     */
    public static function decodePayload(string $buffer, int $offset = 0, ?int &$consumed = null, ?int &$opcode = null): ?string {}

    /**
     * One frame with the flags as told.
     *
     * @param string|Frame|CloseFrame $data a payload, or a frame, whose own type and flags count then
     * @param int $opcode one of Protocol::OPCODE_*
     * @param int $flags a sum of Protocol::FLAG_*
     *
     * @throws \ValueError for an opcode or flags that are none, text that is not UTF-8, a control frame that is long or fragmented
     */
    public static function pack(string|Frame|CloseFrame $data, int $opcode = Protocol::OPCODE_TEXT, int $flags = Protocol::FLAG_FIN): string {}

    /**
     * The same as decode().
     *
     * @param string $buffer bytes as they came
     *
     * @throws \Error as decode() does
     */
    public static function unpack(string $buffer): Frame|CloseFrame|null {}
}
