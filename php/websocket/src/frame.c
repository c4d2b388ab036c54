/* WebSocket\Frame and WebSocket\CloseFrame: values with properties and nothing else.
 *
 * Half of what decoding a small frame costs is its object. So one that is read gets its slots written once, without the
 * engine's defaults, from memory of a size that the compiler knows; and it is freed without a look at each slot. */
#include "frame.h"

#include "codec.h"
#include "frame_arginfo.h"

zend_class_entry *websocket_frame_ce;
zend_class_entry *websocket_close_frame_ce;

static zend_object_handlers frame_handlers;

/* What zend_object_std_dtor does for a frame of which nothing was made but the frame. */
static void free_frame(zend_object *frame)
{
	zval *type = OBJ_PROP_NUM(frame, WEBSOCKET_FRAME_TYPE);
	zval *payload = OBJ_PROP_NUM(frame, WEBSOCKET_FRAME_PAYLOAD);
	if (UNEXPECTED(frame->properties) || UNEXPECTED(GC_FLAGS(frame) & IS_OBJ_WEAKLY_REFERENCED)
			|| UNEXPECTED(Z_TYPE_P(type) != IS_OBJECT) || UNEXPECTED(Z_TYPE_P(payload) != IS_STRING)) {
		zend_object_std_dtor(frame);
		return;
	}
	OBJ_RELEASE(Z_OBJ_P(type));
	zend_string_release_ex(Z_STR_P(payload), 0);
}

void websocket_register_frame(void)
{
	websocket_frame_ce = register_class_WebSocket_Frame();
	websocket_close_frame_ce = register_class_WebSocket_CloseFrame();
	ZEND_ASSERT(websocket_frame_ce->default_properties_count == WEBSOCKET_FRAME_SLOTS);
	ZEND_ASSERT(websocket_close_frame_ce->default_properties_count == WEBSOCKET_CLOSE_SLOTS);

	frame_handlers = std_object_handlers;
	frame_handlers.free_obj = free_frame;
}

/* A slot that is about to be written for the first time: typed properties without a default are marked. */
static zend_always_inline zval *slot(zend_object *object, uint32_t number)
{
	zval *slot = OBJ_PROP_NUM(object, number);
	Z_PROP_FLAG_P(slot) = 0;
	return slot;
}

/* An object of which the caller writes every slot. */
#define NEW_OBJECT(ce, slots, handlers) \
	new_object(emalloc(sizeof(zend_object) + ((slots) - 1) * sizeof(zval)), ce, handlers)

static zend_always_inline zend_object *new_object(
	zend_object *object, zend_class_entry *ce, const zend_object_handlers *handlers)
{
	zend_object_std_init(object, ce);
	object->handlers = handlers;
	return object;
}

static zend_always_inline void fill_frame(
	zend_object *frame, zend_object *type, uint8_t opcode, uint8_t flags, zend_string *payload, size_t consumed)
{
	ZVAL_OBJ_COPY(slot(frame, WEBSOCKET_FRAME_TYPE), type);
	ZVAL_LONG(slot(frame, WEBSOCKET_FRAME_OPCODE), opcode);
	ZVAL_LONG(slot(frame, WEBSOCKET_FRAME_FLAGS), flags);
	ZVAL_STR(slot(frame, WEBSOCKET_FRAME_PAYLOAD), payload);
	ZVAL_BOOL(slot(frame, WEBSOCKET_FRAME_FINAL), flags & BWS_FIN);
	ZVAL_LONG(slot(frame, WEBSOCKET_FRAME_CONSUMED), (zend_long) consumed);
}

static zend_always_inline void fill_close_frame(
	zend_object *frame, zend_long code, uint8_t flags, zend_string *reason, size_t consumed)
{
	ZVAL_LONG(slot(frame, WEBSOCKET_CLOSE_CODE), code);
	ZVAL_STR(slot(frame, WEBSOCKET_CLOSE_REASON), reason);
	ZVAL_LONG(slot(frame, WEBSOCKET_CLOSE_FLAGS), flags);
	ZVAL_LONG(slot(frame, WEBSOCKET_CLOSE_CONSUMED), (zend_long) consumed);
}

void websocket_frame_from(zval *frame, uint8_t opcode, uint8_t flags, zend_string *payload, size_t consumed)
{
	ZVAL_OBJ(frame, NEW_OBJECT(websocket_frame_ce, WEBSOCKET_FRAME_SLOTS, &frame_handlers));
	fill_frame(Z_OBJ_P(frame), websocket_message_type(opcode), opcode, flags, payload, consumed);
}

void websocket_close_frame_from(zval *frame, uint16_t code, uint8_t flags, zend_string *reason, size_t consumed)
{
	ZVAL_OBJ(frame, NEW_OBJECT(websocket_close_frame_ce, WEBSOCKET_CLOSE_SLOTS, &std_object_handlers));
	fill_close_frame(Z_OBJ_P(frame), code, flags, reason, consumed);
}

/* Readonly properties are written once: a constructor that is called again finds them there. */
static bool is_new(zend_object *object)
{
	if (Z_TYPE_P(OBJ_PROP_NUM(object, 0)) == IS_UNDEF) {
		return true;
	}
	zend_throw_error(NULL, "Cannot construct %s twice", ZSTR_VAL(object->ce->name));
	return false;
}

ZEND_METHOD(WebSocket_Frame, __construct)
{
	zend_object *type;
	zend_string *payload;
	bool final = true;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(final)
	ZEND_PARSE_PARAMETERS_END();

	if (!is_new(Z_OBJ_P(ZEND_THIS))) {
		RETURN_THROWS();
	}
	fill_frame(Z_OBJ_P(ZEND_THIS), type, websocket_opcode(type), final ? BWS_FIN : 0, zend_string_copy(payload), 0);
}

ZEND_METHOD(WebSocket_CloseFrame, __construct)
{
	zend_long code = 1000;
	zend_string *reason = ZSTR_EMPTY_ALLOC();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(code)
		Z_PARAM_STR(reason)
	ZEND_PARSE_PARAMETERS_END();

	if (!websocket_check_close(code, 1, reason, 2) || !is_new(Z_OBJ_P(ZEND_THIS))) {
		RETURN_THROWS();
	}
	fill_close_frame(Z_OBJ_P(ZEND_THIS), code, BWS_FIN, zend_string_copy(reason), 0);
}

bool websocket_check_close(zend_long code, uint32_t code_argument, zend_string *reason, uint32_t reason_argument)
{
	if (code < 0 || code > UINT16_MAX || !bws_close_code((uint16_t) code)) {
		zend_argument_value_error(code_argument,
			"must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, " ZEND_LONG_FMT " given", code);
		return false;
	}
	if (ZSTR_LEN(reason) > BWS_MAX_REASON) {
		zend_argument_value_error(reason_argument, "must have at most %d bytes, to fit a close frame; it has %zu",
			BWS_MAX_REASON, ZSTR_LEN(reason));
		return false;
	}
	if (!websocket_is_utf8(reason)) {
		zend_argument_value_error(reason_argument, "must be valid UTF-8");
		return false;
	}
	return true;
}
