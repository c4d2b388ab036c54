/* WebSocket\Protocol: the codec without state.
 *
 * One frame costs one string: its length is computed or read first, PHP gives the memory, and the core writes into it in one
 * pass that masks and checks. Nothing is kept, so nothing has to be freed but where something is refused. */
#include "php_websocket.h"

#include "codec.h"
#include "frame.h"
#include "mask_key.h"
#include "protocol_arginfo.h"

/* What pack() understands; FLAG_COMPRESS is RSV1 by another name. */
#define FLAG_COMPRESS 2
#define ALL_FLAGS (BWS_FIN | FLAG_COMPRESS | BWS_RSV1 | BWS_RSV2 | BWS_RSV3 | BWS_MASK)

#define OPCODE_TEXT 1
#define OPCODE_CLOSE 8

static zend_class_entry *websocket_protocol_ce;

void websocket_register_protocol(void)
{
	websocket_protocol_ce = register_class_WebSocket_Protocol();
}

ZEND_METHOD(WebSocket_Protocol, acceptKey)
{
	zend_string *key;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();

	zend_string *accept = zend_string_alloc(BWS_ACCEPT_KEY, 0);
	if (!bws_accept_key(ZSTR_VAL(key), ZSTR_LEN(key), ZSTR_VAL(accept))) {
		zend_string_efree(accept);
		zend_throw_error(NULL, "The key could not be hashed");
		RETURN_THROWS();
	}
	ZSTR_VAL(accept)[BWS_ACCEPT_KEY] = '\0';
	RETURN_NEW_STR(accept);
}

static zend_always_inline bool is_control(uint8_t opcode)
{
	return opcode & 0x8;
}

/* Whether a text must be UTF-8: fragments may be cut within a character, and compressed bytes are no text. */
static zend_always_inline bool is_whole(uint8_t flags)
{
	return (flags & (BWS_FIN | BWS_RSV1)) == BWS_FIN;
}

static zend_always_inline bool is_known_utf8(zend_string *string)
{
	return GC_FLAGS(string) & IS_STR_VALID_UTF8;
}

/* A frame of a payload whose length has been checked; NULL if an exception has been thrown. */
static zend_always_inline zend_string *write_frame(
	const char *payload, size_t len, bool known, uint8_t opcode, uint8_t flags)
{
	uint8_t key[4];
	bool masked = flags & BWS_MASK;
	if (masked && !websocket_mask_key(key)) {
		return NULL;
	}
	zend_string *frame = zend_string_alloc(bws_frame_len(len, masked), 0);
	if (UNEXPECTED(!bws_frame_write(opcode, flags, masked ? key : NULL, payload, len, known, ZSTR_VAL(frame),
			ZSTR_LEN(frame)))) {
		zend_string_efree(frame);
		zend_argument_value_error(1, "must be valid UTF-8 in a text frame");
		return NULL;
	}
	ZSTR_VAL(frame)[ZSTR_LEN(frame)] = '\0';
	return frame;
}

/* The same for a payload that is a string: whether it is UTF-8 is found out once, and noted. */
static zend_always_inline zend_string *write_string(zend_string *payload, uint8_t opcode, uint8_t flags)
{
	bool known = is_known_utf8(payload);
	zend_string *frame = write_frame(ZSTR_VAL(payload), ZSTR_LEN(payload), known, opcode, flags);
	if (!known && frame && opcode == OPCODE_TEXT && is_whole(flags)) {
		websocket_note_utf8(payload);
	}
	return frame;
}

static zend_always_inline bool check_length(zend_string *payload, uint8_t opcode)
{
	if (UNEXPECTED(is_control(opcode) && ZSTR_LEN(payload) > BWS_MAX_CONTROL)) {
		zend_argument_value_error(1, "must have at most %d bytes in a control frame; it has %zu",
			BWS_MAX_CONTROL, ZSTR_LEN(payload));
		return false;
	}
	return true;
}

ZEND_METHOD(WebSocket_Protocol, encode)
{
	zend_string *payload;
	zend_object *type = NULL;
	bool masked = false;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
		Z_PARAM_BOOL(masked)
	ZEND_PARSE_PARAMETERS_END();

	uint8_t opcode = type ? websocket_opcode(type) : OPCODE_TEXT;
	if (!check_length(payload, opcode)) {
		RETURN_THROWS();
	}
	zend_string *frame = write_string(payload, opcode, masked ? BWS_FIN | BWS_MASK : BWS_FIN);
	if (UNEXPECTED(!frame)) {
		RETURN_THROWS();
	}
	RETURN_NEW_STR(frame);
}

/* Packs a payload; `opcode_argument` and `flags_argument` are what an error blames. */
static zend_string *pack(
	zend_string *payload, zend_long opcode, uint32_t opcode_argument, zend_long flags, uint32_t flags_argument)
{
	if (opcode < 0 || opcode > 0xf || !websocket_message_type((uint8_t) opcode)) {
		zend_argument_value_error(opcode_argument,
			"must have an opcode of WebSocket\\Protocol::OPCODE_*, " ZEND_LONG_FMT " given", opcode);
		return NULL;
	}
	if (flags & ~(zend_long) ALL_FLAGS) {
		zend_argument_value_error(flags_argument,
			"must have flags that are a sum of WebSocket\\Protocol::FLAG_*, " ZEND_LONG_FMT " given", flags);
		return NULL;
	}
	if (is_control((uint8_t) opcode) && !(flags & BWS_FIN)) {
		zend_argument_value_error(flags_argument, "must have WebSocket\\Protocol::FLAG_FIN: a control frame is not fragmented");
		return NULL;
	}
	if (!check_length(payload, (uint8_t) opcode)) {
		return NULL;
	}
	if (flags & FLAG_COMPRESS) {
		flags |= BWS_RSV1;
	}
	return write_string(payload, (uint8_t) opcode, (uint8_t) flags);
}

/* Frames that were made around their constructor may lack what they need. */
static bool is_whole_object(zend_object *frame)
{
	for (int i = 0; i < frame->ce->default_properties_count; i++) {
		if (Z_TYPE_P(OBJ_PROP_NUM(frame, i)) == IS_UNDEF) {
			zend_argument_value_error(1, "must be a %s that was constructed", ZSTR_VAL(frame->ce->name));
			return false;
		}
	}
	return true;
}

static zend_string *pack_frame(zend_object *frame)
{
	if (!is_whole_object(frame)) {
		return NULL;
	}
	return pack(Z_STR_P(OBJ_PROP_NUM(frame, WEBSOCKET_FRAME_PAYLOAD)),
		Z_LVAL_P(OBJ_PROP_NUM(frame, WEBSOCKET_FRAME_OPCODE)), 1,
		Z_LVAL_P(OBJ_PROP_NUM(frame, WEBSOCKET_FRAME_FLAGS)), 1);
}

static zend_string *pack_close_frame(zend_object *frame)
{
	if (!is_whole_object(frame)) {
		return NULL;
	}
	zend_long code = Z_LVAL_P(OBJ_PROP_NUM(frame, WEBSOCKET_CLOSE_CODE));
	zend_string *reason = Z_STR_P(OBJ_PROP_NUM(frame, WEBSOCKET_CLOSE_REASON));
	if (!websocket_check_close(code, 1, reason, 1)) {
		return NULL;
	}
	zend_string *payload = zend_string_alloc(2 + ZSTR_LEN(reason), 0);
	ZSTR_VAL(payload)[0] = (char) (code >> 8);
	ZSTR_VAL(payload)[1] = (char) code;
	memcpy(ZSTR_VAL(payload) + 2, ZSTR_VAL(reason), ZSTR_LEN(reason) + 1);
	zend_string *packed = pack(payload, OPCODE_CLOSE, 1, Z_LVAL_P(OBJ_PROP_NUM(frame, WEBSOCKET_CLOSE_FLAGS)), 1);
	zend_string_efree(payload);
	return packed;
}

ZEND_METHOD(WebSocket_Protocol, pack)
{
	zval *data;
	zend_string *payload, *packed;
	zend_long opcode = OPCODE_TEXT, flags = BWS_FIN;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ZVAL(data)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(opcode)
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();

	zend_class_entry *ce = Z_TYPE_P(data) == IS_OBJECT ? Z_OBJCE_P(data) : NULL;
	if (ce && ce == websocket_frame_ce) {
		packed = pack_frame(Z_OBJ_P(data));
	} else if (ce && ce == websocket_close_frame_ce) {
		packed = pack_close_frame(Z_OBJ_P(data));
	} else if (zend_parse_arg_str(data, &payload, false, 1)) {
		packed = pack(payload, opcode, 2, flags, 3);
	} else {
		if (!EG(exception)) {
			zend_argument_type_error(1, "must be of type WebSocket\\Frame|WebSocket\\CloseFrame|string, %s given",
				ce ? ZSTR_VAL(ce->name) : zend_zval_type_name(data));
		}
		RETURN_THROWS();
	}
	if (!packed) {
		RETURN_THROWS();
	}
	RETURN_NEW_STR(packed);
}

ZEND_COLD static void throw_fault(const char *bytes, size_t len)
{
	char text[128];
	size_t used = bws_frame_fault(bytes, len, text, sizeof(text));
	zend_throw_error(NULL, "Invalid WebSocket frame: %.*s", (int) used, text);
}

/* The payload of a frame as a string; NULL if it is not what it must be, and an exception was thrown. */
static zend_always_inline zend_string *read_payload(const char *bytes, size_t len, const bws_frame *frame)
{
	zend_string *payload = zend_string_alloc(frame->length, 0);
	if (UNEXPECTED(!bws_frame_payload(bytes, frame, ZSTR_VAL(payload)))) {
		zend_string_efree(payload);
		throw_fault(bytes, len);
		return NULL;
	}
	ZSTR_VAL(payload)[frame->length] = '\0';
	if (bws_frame_is_text(frame)) {
		GC_ADD_FLAGS(payload, IS_STR_VALID_UTF8);
	}
	return payload;
}

/* Whether a whole frame begins at the offset; without an exception, more bytes are needed. */
static zend_always_inline bool find_frame(
	zend_string *buffer, zend_long offset, const char **bytes, size_t *len, bws_frame *frame)
{
	if (UNEXPECTED(offset < 0 || (zend_ulong) offset > ZSTR_LEN(buffer))) {
		zend_argument_value_error(2, "must be between 0 and the buffer's length of %zu, " ZEND_LONG_FMT " given",
			ZSTR_LEN(buffer), offset);
		return false;
	}
	*bytes = ZSTR_VAL(buffer) + offset;
	*len = ZSTR_LEN(buffer) - (size_t) offset;
	int32_t found = bws_frame_read(*bytes, *len, frame);
	if (UNEXPECTED(found < 0)) {
		throw_fault(*bytes, *len);
	}
	return found > 0;
}

static void read_close(zval *return_value, const char *bytes, size_t len, const bws_frame *frame)
{
	bws_close close;
	if (!bws_frame_close(bytes, frame, &close)) {
		throw_fault(bytes, len);
		RETURN_THROWS();
	}
	zend_string *reason = zend_string_init_fast(close.reason, close.reason_length);
	websocket_note_utf8(reason);
	websocket_close_frame_from(return_value, close.code, frame->flags, reason, frame->header + frame->length);
}

static zend_always_inline void decode(zval *return_value, zend_string *buffer, zend_long offset)
{
	const char *bytes;
	size_t len;
	bws_frame frame;

	if (!find_frame(buffer, offset, &bytes, &len, &frame)) {
		RETURN_NULL();
	}
	if (UNEXPECTED(frame.opcode == OPCODE_CLOSE)) {
		read_close(return_value, bytes, len, &frame);
		return;
	}
	zend_string *payload = read_payload(bytes, len, &frame);
	if (UNEXPECTED(!payload)) {
		RETURN_THROWS();
	}
	websocket_frame_from(return_value, frame.opcode, frame.flags, payload, frame.header + frame.length);
}

ZEND_METHOD(WebSocket_Protocol, decode)
{
	zend_string *buffer;
	zend_long offset = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(buffer)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(offset)
	ZEND_PARSE_PARAMETERS_END();

	decode(return_value, buffer, offset);
}

ZEND_METHOD(WebSocket_Protocol, unpack)
{
	zend_string *buffer;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(buffer)
	ZEND_PARSE_PARAMETERS_END();

	decode(return_value, buffer, 0);
}

ZEND_METHOD(WebSocket_Protocol, decodePayload)
{
	zend_string *buffer;
	zend_long offset = 0;
	zval *consumed = NULL, *opcode = NULL;
	const char *bytes;
	size_t len;
	bws_frame frame;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_STR(buffer)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(offset)
		Z_PARAM_ZVAL(consumed)
		Z_PARAM_ZVAL(opcode)
	ZEND_PARSE_PARAMETERS_END();

	if (!find_frame(buffer, offset, &bytes, &len, &frame)) {
		if (consumed && !EG(exception)) {
			ZEND_TRY_ASSIGN_REF_LONG(consumed, 0);
		}
		RETURN_NULL();
	}
	bws_close close;
	if (UNEXPECTED(frame.opcode == OPCODE_CLOSE) && !bws_frame_close(bytes, &frame, &close)) {
		throw_fault(bytes, len);
		RETURN_THROWS();
	}
	zend_string *payload = read_payload(bytes, len, &frame);
	if (UNEXPECTED(!payload)) {
		RETURN_THROWS();
	}
	RETVAL_NEW_STR(payload);
	if (consumed) {
		ZEND_TRY_ASSIGN_REF_LONG(consumed, (zend_long) (frame.header + frame.length));
	}
	if (opcode) {
		ZEND_TRY_ASSIGN_REF_LONG(opcode, frame.opcode);
	}
}
