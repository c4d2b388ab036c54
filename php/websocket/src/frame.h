/* WebSocket\Frame and WebSocket\CloseFrame, made by whoever reads frames. */
#ifndef WEBSOCKET_FRAME_H
#define WEBSOCKET_FRAME_H

#include "php_websocket.h"

extern zend_class_entry *websocket_frame_ce;
extern zend_class_entry *websocket_close_frame_ce;

/* The properties' slots, in the order of the stub. */
enum {
	WEBSOCKET_FRAME_TYPE,
	WEBSOCKET_FRAME_OPCODE,
	WEBSOCKET_FRAME_FLAGS,
	WEBSOCKET_FRAME_PAYLOAD,
	WEBSOCKET_FRAME_FINAL,
	WEBSOCKET_FRAME_CONSUMED,
	WEBSOCKET_FRAME_SLOTS
};

enum {
	WEBSOCKET_CLOSE_CODE,
	WEBSOCKET_CLOSE_REASON,
	WEBSOCKET_CLOSE_FLAGS,
	WEBSOCKET_CLOSE_CONSUMED,
	WEBSOCKET_CLOSE_SLOTS
};

/* Makes a Frame with an opcode of RFC 6455 and flags of Protocol::FLAG_*. Takes the payload over. */
void websocket_frame_from(zval *frame, uint8_t opcode, uint8_t flags, zend_string *payload, size_t consumed);

/* Makes a CloseFrame. Takes the reason over. */
void websocket_close_frame_from(zval *frame, uint16_t code, uint8_t flags, zend_string *reason, size_t consumed);

/* Whether a close frame may say this. If not, a ValueError names the argument. */
bool websocket_check_close(zend_long code, uint32_t code_argument, zend_string *reason, uint32_t reason_argument);

#endif
