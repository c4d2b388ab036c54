/* WebSocket\Server: messages to many connections at once. */
#include "server.h"

#include "ext/spl/spl_iterators.h"
#include "zend_exceptions.h"

#define THIS websocket_server_of(Z_OBJ_P(ZEND_THIS))

/* Numbers of connections that are left out. */
typedef struct {
	uint64_t *numbers;
	size_t count;
} exceptions;

static bool add_except(exceptions *to, zval *entry)
{
	ZVAL_DEREF(entry);
	if (Z_TYPE_P(entry) != IS_OBJECT || Z_OBJCE_P(entry) != websocket_connection_ce) {
		zend_argument_type_error(3, "must give WebSocket\\Connection objects alone, %s given", zend_zval_type_name(entry));
		return false;
	}
	to->numbers = safe_erealloc(to->numbers, to->count + 1, sizeof(uint64_t), 0);
	to->numbers[to->count++] = websocket_connection_of(Z_OBJ_P(entry))->number;
	return true;
}

static int add_iterated(zend_object_iterator *iterator, void *context)
{
	zval *entry = iterator->funcs->get_current_data(iterator);
	return entry && add_except(context, entry) ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_STOP;
}

static bool collect(exceptions *to, zval *except)
{
	zval *entry;
	if (!except || Z_TYPE_P(except) == IS_NULL) {
		return true;
	}
	/* A connection is Traversable, over its messages; who gives one means itself. */
	if (Z_TYPE_P(except) == IS_OBJECT && Z_OBJCE_P(except) == websocket_connection_ce) {
		return add_except(to, except);
	}
	if (Z_TYPE_P(except) == IS_OBJECT) {
		return spl_iterator_apply(except, add_iterated, to) == SUCCESS && !EG(exception);
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(except), entry) {
		if (!add_except(to, entry)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

ZEND_METHOD(WebSocket_Server, broadcast)
{
	zend_string *payload;
	zend_object *type = NULL;
	zval *except = NULL;
	uint8_t opcode;
	exceptions left_out = {NULL, 0};

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
		Z_PARAM_ITERABLE_OR_NULL(except)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (!websocket_check_message(payload, type, &opcode, true)) {
		RETURN_THROWS();
	}
	if (collect(&left_out, except)) {
		RETVAL_LONG(websocket_loop_broadcast(server, payload, opcode, left_out.numbers, left_out.count));
	}
	if (left_out.numbers) {
		efree(left_out.numbers);
	}
}

ZEND_METHOD(WebSocket_Server, publish)
{
	zend_string *topic;
	zend_string *payload;
	zend_object *type = NULL;
	zend_object *except = NULL;
	uint8_t opcode;

	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_STR(topic)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(except, websocket_connection_ce)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	/* No name at all would be everybody's, for the other workers. */
	if (ZSTR_LEN(topic) < 1 || ZSTR_LEN(topic) > 255) {
		zend_argument_value_error(1, "must have 1 to 255 bytes, %zu given", ZSTR_LEN(topic));
		RETURN_THROWS();
	}
	opcode = type ? websocket_opcode(type) : 0x1;
	if (opcode != 0x1 && opcode != 0x2) {
		zend_argument_value_error(3, "must be MessageType::Text or MessageType::Binary");
		RETURN_THROWS();
	}
	if (opcode == 0x1 && !websocket_is_utf8(payload)) {
		zend_argument_value_error(2, "must be UTF-8 to be sent as text: use MessageType::Binary for other bytes");
		RETURN_THROWS();
	}
	RETURN_LONG(websocket_loop_publish(server, topic, payload, opcode, except ? websocket_connection_of(except)->number : 0));
}
