<?php

/** @generate-class-entries */

namespace WebSocket;

/** What a frame or a message carries; the six opcodes of RFC 6455, section 5.2. */
enum MessageType
{
    /** A further fragment of an open message. Only in frames: a Connection gives and takes whole messages. */
    case Continuation;

    /** A message of UTF-8 text. */
    case Text;

    /** A message of any bytes. */
    case Binary;

    /** Asks the peer for a pong; at most 125 bytes. */
    case Ping;

    /** Answers a ping; at most 125 bytes. */
    case Pong;

    /** The sender will send nothing more. */
    case Close;
}
