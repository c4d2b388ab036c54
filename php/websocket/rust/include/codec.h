/* Frames and keys without any state; rust/src/codec.rs. */
#ifndef BATON_WEBSOCKET_CODEC_H
#define BATON_WEBSOCKET_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the bytes are UTF-8. */
bool bws_utf8(const char *bytes, size_t len);

/* Whether a close frame may carry the code. */
bool bws_close_code(uint16_t code);

/* The value of Sec-WebSocket-Accept, BWS_ACCEPT_KEY bytes, for a key. false: it failed. */
#define BWS_ACCEPT_KEY 28
bool bws_accept_key(const char *key, size_t len, char *to);

/* Of bws_frame.flags; the constants FLAG_* of WebSocket\Protocol. */
#define BWS_FIN 1
#define BWS_RSV1 4
#define BWS_RSV2 8
#define BWS_RSV3 16
#define BWS_MASK 32

/* The frame at the start of a buffer. */
typedef struct {
	size_t length; /* of the payload */
	size_t header; /* bytes of the header */
	uint8_t opcode;
	uint8_t flags;
	uint8_t key[4];
} bws_frame;

/* 1: the frame is there; 0: more must come; -1: it is none, bws_frame_fault says why. */
int32_t bws_frame_read(const char *bytes, size_t len, bws_frame *frame);

/* Writes frame->length bytes of payload, unmasked. `bytes` as for bws_frame_read. false: it must be UTF-8 and is not. */
bool bws_frame_payload(const char *bytes, const bws_frame *frame, char *to);

/* Whether bws_frame_payload checks that it is UTF-8. */
static inline bool bws_frame_is_text(const bws_frame *frame)
{
	return frame->opcode == 1 && (frame->flags & (BWS_FIN | BWS_RSV1)) == BWS_FIN;
}

#define BWS_MAX_CONTROL 125
#define BWS_MAX_REASON 123

/* What a close frame says. */
typedef struct {
	uint16_t code;
	uint8_t reason_length;
	char reason[BWS_MAX_REASON];
} bws_close;

/* Reads a close frame that bws_frame_read found; one without a code reads as 1000. false: bws_frame_fault says why not. */
bool bws_frame_close(const char *bytes, const bws_frame *frame, bws_close *close);

/* Writes why the bytes do not begin with a frame, or with one that is not what it must be; how many bytes of text. */
size_t bws_frame_fault(const char *bytes, size_t len, char *to, size_t room);

/* Bytes of a frame with a payload of so many. */
static inline size_t bws_frame_len(size_t payload, bool masked)
{
	return (payload < 126 ? 2 : payload < 65536 ? 4 : 10) + (masked ? 4 : 0) + payload;
}

/* Writes a frame into a room of bws_frame_len bytes. `key`: four bytes, NULL for none. `known`: the payload needs no check.
 * false: it must be UTF-8 and is not, or the room has another length. */
bool bws_frame_write(uint8_t opcode, uint8_t flags, const uint8_t *key, const char *payload, size_t len, bool known,
	char *to, size_t room);

#endif
