/* WebSocket\FrameParser and WebSocket\ProtocolException: the decoder of one connection for programs with sockets of their
 * own. */
#include "php_websocket.h"

#include "zend_exceptions.h"

#include "frame.h"
#include "frame_parser_arginfo.h"
#include "parser.h"

#define OPCODE_TEXT 1
#define OPCODE_CLOSE 8

typedef struct {
	bws_parser *parser; /* NULL before the constructor */
	bool shares_inflater;
	zend_object std;
} frame_parser;

static zend_class_entry *websocket_protocol_exception_ce;
static zend_object_handlers handlers;

static zend_always_inline frame_parser *frame_parser_of(zend_object *object)
{
	return (frame_parser *) ((char *) object - XtOffsetOf(frame_parser, std));
}

static zend_object *create(zend_class_entry *ce)
{
	frame_parser *self = zend_object_alloc(sizeof(frame_parser), ce);
	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	self->std.handlers = &handlers;
	return &self->std;
}

static void free_frame_parser(zend_object *object)
{
	bws_parser_free(frame_parser_of(object)->parser);
	zend_object_std_dtor(object);
}

void websocket_register_frame_parser(void)
{
	zend_class_entry *ce = register_class_WebSocket_FrameParser();
	ce->create_object = create;
	handlers = *zend_get_std_object_handlers();
	handlers.offset = XtOffsetOf(frame_parser, std);
	handlers.free_obj = free_frame_parser;
	handlers.compare = zend_objects_not_comparable;
	handlers.clone_obj = NULL; /* two readers of one connection would each miss what the other took */

	websocket_protocol_exception_ce = register_class_WebSocket_ProtocolException(zend_ce_exception);
}

/* The inflater of this thread, for parsers whose peers begin each message afresh. */
static bws_inflater *shared_inflater(void)
{
	if (!WEBSOCKET_G(inflater)) {
		WEBSOCKET_G(inflater) = bws_inflater_new();
	}
	return WEBSOCKET_G(inflater);
}

ZEND_METHOD(WebSocket_FrameParser, __construct)
{
	bool server = true, compression = false, takeover = true;
	zend_long max_message = 16777216;

	ZEND_PARSE_PARAMETERS_START(0, 4)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(server)
		Z_PARAM_LONG(max_message)
		Z_PARAM_BOOL(compression)
		Z_PARAM_BOOL(takeover)
	ZEND_PARSE_PARAMETERS_END();

	frame_parser *self = frame_parser_of(Z_OBJ_P(ZEND_THIS));
	if (self->parser) {
		zend_throw_error(NULL, "Cannot construct WebSocket\\FrameParser twice");
		RETURN_THROWS();
	}
	if (max_message < 1) {
		zend_argument_value_error(2, "must be at least 1, " ZEND_LONG_FMT " given", max_message);
		RETURN_THROWS();
	}
	self->shares_inflater = compression && !takeover;
	self->parser = bws_parser_new(server, (size_t) max_message,
		!compression ? BWS_PLAIN : takeover ? BWS_TAKEOVER : BWS_AFRESH);
	if (!self->parser || (self->shares_inflater && !shared_inflater())) {
		zend_throw_error(NULL, "The parser could not be made; standard error says why");
		RETURN_THROWS();
	}
}

/* The parser of an object that was constructed. */
static zend_always_inline frame_parser *checked(zval *object)
{
	frame_parser *self = frame_parser_of(Z_OBJ_P(object));
	if (UNEXPECTED(!self->parser)) {
		zend_throw_error(NULL, "WebSocket\\FrameParser was not constructed");
		return NULL;
	}
	return self;
}

ZEND_COLD static void throw_fault(const bws_parser *parser)
{
	char text[128];
	size_t used = bws_parser_fault(parser, text, sizeof(text));
	zend_throw_exception_ex(websocket_protocol_exception_ce, bws_parser_fault_code(parser), "%.*s", (int) used, text);
}

/* The payload of the event that was just found; NULL if that is a fault. */
static zend_always_inline zend_string *take(bws_parser *parser, const bws_found *event)
{
	zend_string *payload = zend_string_alloc(event->length, 0);
	if (UNEXPECTED(!bws_parser_take(parser, ZSTR_VAL(payload)))) {
		zend_string_efree(payload);
		return NULL;
	}
	ZSTR_VAL(payload)[event->length] = '\0';
	if (event->opcode == OPCODE_TEXT || event->opcode == OPCODE_CLOSE) {
		websocket_note_utf8(payload);
	}
	return payload;
}

static zend_always_inline void make_frame(zval *frame, const bws_found *event, zend_string *payload)
{
	if (UNEXPECTED(event->opcode == OPCODE_CLOSE)) {
		websocket_close_frame_from(frame, event->code, BWS_FIN, payload, event->consumed);
	} else {
		websocket_frame_from(frame, event->opcode, BWS_FIN, payload, event->consumed);
	}
}

/* Appends what the bytes complete; whether that ended without a fault. */
static bool read_all(frame_parser *self, const char *bytes, size_t len, zval *frames)
{
	bws_inflater *inflater = self->shares_inflater ? shared_inflater() : NULL;
	bws_found event;
	int32_t found;

	while ((found = bws_parser_next(self->parser, inflater, bytes, len, &event)) > 0) {
		zend_string *payload = take(self->parser, &event);
		if (UNEXPECTED(!payload)) {
			return false;
		}
		if (Z_TYPE_P(frames) == IS_UNDEF) {
			array_init(frames);
			zend_hash_real_init_packed(Z_ARRVAL_P(frames));
		}
		zval frame;
		make_frame(&frame, &event, payload);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(frames), &frame);
		bytes += event.consumed;
		len -= event.consumed;
	}
	return found == 0;
}

ZEND_METHOD(WebSocket_FrameParser, push)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();

	frame_parser *self = checked(ZEND_THIS);
	if (!self) {
		RETURN_THROWS();
	}
	zval frames;
	ZVAL_UNDEF(&frames);
	bool well = read_all(self, ZSTR_VAL(bytes), ZSTR_LEN(bytes), &frames);
	if (Z_TYPE(frames) != IS_UNDEF) {
		/* A fault behind them is thrown by the next call: what was complete before it comes first. */
		RETURN_COPY_VALUE(&frames);
	}
	if (!well) {
		throw_fault(self->parser);
		RETURN_THROWS();
	}
	RETURN_EMPTY_ARRAY();
}

ZEND_METHOD(WebSocket_FrameParser, isIdle)
{
	ZEND_PARSE_PARAMETERS_NONE();

	frame_parser *self = checked(ZEND_THIS);
	if (!self) {
		RETURN_THROWS();
	}
	RETURN_BOOL(bws_parser_is_idle(self->parser));
}
