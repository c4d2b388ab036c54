/* WebSocket\Connection: the object of one connection, its methods and its state. The core owns the socket; the object only names
 * it, and outlives it. */
#include "frame.h"
#include "server.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "connection_arginfo.h"

zend_class_entry *websocket_connection_ce;
static zend_object_handlers handlers;

/* The slots in order of declaration. Those that are computed stay undefined until they are read. */
enum { ID, REMOTE_ADDRESS, SUBPROTOCOL, REQUEST, DATA, BUFFERED_AMOUNT, IDLE_MS };

#define MAX_CONTROL_BYTES 125

/* The core that a connection's server has, or NULL where there is none any more. */
static inline bws_server *core_of(const websocket_connection *connection)
{
	return EXPECTED(connection->tie && connection->tie->server) ? connection->tie->server->core : NULL;
}

static void throw_closed(void)
{
	zend_throw_error(NULL, "The connection is closed");
}

/* What is sent */

/* Queues it; the answer is one of bws_sent. */
static inline int queue(websocket_connection *connection, zend_string *payload, uint8_t opcode)
{
	return bws_server_send(core_of(connection), connection->number, opcode, ZSTR_VAL(payload), ZSTR_LEN(payload));
}

static void throw_full(websocket_connection *connection)
{
	zend_long limit = websocket_option_long(&connection->tie->server->options, OPTION_MAX_QUEUED_BYTES);
	zend_throw_error(NULL, "Failed to send WebSocket frame: more than maxQueuedBytes = " ZEND_LONG_FMT
		" bytes would wait for this client. trySend() and onDrain() tell when it reads again", limit);
}

static inline void send_or_throw(websocket_connection *connection, zend_string *payload, uint8_t opcode)
{
	int sent = queue(connection, payload, opcode);
	if (UNEXPECTED(sent == BWS_IS_CLOSED)) {
		throw_closed();
	} else if (UNEXPECTED(sent == BWS_IS_FULL)) {
		throw_full(connection);
	}
}

ZEND_METHOD(WebSocket_Connection, send)
{
	zend_string *payload;
	zend_object *type = NULL;
	uint8_t opcode;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
	ZEND_PARSE_PARAMETERS_END();

	if (websocket_check_message(payload, type, &opcode, false)) {
		send_or_throw(websocket_connection_of(Z_OBJ_P(ZEND_THIS)), payload, opcode);
	}
}

ZEND_METHOD(WebSocket_Connection, trySend)
{
	zend_string *payload;
	zend_object *type = NULL;
	uint8_t opcode;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
	ZEND_PARSE_PARAMETERS_END();

	if (!websocket_check_message(payload, type, &opcode, false)) {
		RETURN_THROWS();
	}
	RETURN_BOOL(queue(websocket_connection_of(Z_OBJ_P(ZEND_THIS)), payload, opcode) == BWS_SENT);
}

ZEND_METHOD(WebSocket_Connection, sendText)
{
	zend_string *payload;
	uint8_t opcode;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(payload)
	ZEND_PARSE_PARAMETERS_END();

	if (websocket_check_message(payload, NULL, &opcode, true)) {
		send_or_throw(websocket_connection_of(Z_OBJ_P(ZEND_THIS)), payload, opcode);
	}
}

ZEND_METHOD(WebSocket_Connection, sendBinary)
{
	zend_string *payload;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(payload)
	ZEND_PARSE_PARAMETERS_END();

	send_or_throw(websocket_connection_of(Z_OBJ_P(ZEND_THIS)), payload, 0x2);
}

ZEND_METHOD(WebSocket_Connection, ping)
{
	zend_string *payload = ZSTR_EMPTY_ALLOC();

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(payload)
	ZEND_PARSE_PARAMETERS_END();

	if (ZSTR_LEN(payload) > MAX_CONTROL_BYTES) {
		zend_argument_value_error(1, "must have at most %d bytes, %zu given", MAX_CONTROL_BYTES, ZSTR_LEN(payload));
		RETURN_THROWS();
	}
	send_or_throw(websocket_connection_of(Z_OBJ_P(ZEND_THIS)), payload, 0x9);
}

/* Its life */

ZEND_METHOD(WebSocket_Connection, close)
{
	zend_long code = 1000;
	zend_string *reason = ZSTR_EMPTY_ALLOC();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(code)
		Z_PARAM_STR(reason)
	ZEND_PARSE_PARAMETERS_END();

	if (!websocket_check_close(code, 1, reason, 2)) {
		RETURN_THROWS();
	}
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	bws_server_close(core_of(connection), connection->number, code, websocket_bytes(reason));
}

ZEND_METHOD(WebSocket_Connection, terminate)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	bws_server_terminate(core_of(connection), connection->number);
}

ZEND_METHOD(WebSocket_Connection, isOpen)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	RETURN_BOOL(bws_server_is_open(core_of(connection), connection->number));
}

ZEND_METHOD(WebSocket_Connection, pause)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	connection->is_paused = true;
	bws_server_pause(core_of(connection), connection->number);
}

ZEND_METHOD(WebSocket_Connection, resume)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	connection->is_paused = false;
	if (!websocket_fiber_is_full(connection)) {
		bws_server_resume(core_of(connection), connection->number);
	}
}

/* Topics */

ZEND_METHOD(WebSocket_Connection, subscribe)
{
	zend_string *topic;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(topic)
	ZEND_PARSE_PARAMETERS_END();

	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	switch (bws_server_subscribe(core_of(connection), connection->number, websocket_bytes(topic))) {
		case 0:
			return;
		case 2:
			zend_argument_value_error(1, "must have 1 to 255 bytes, %zu given", ZSTR_LEN(topic));
			return;
		case 3:
			zend_throw_error(NULL, "One connection joins at most 10000 topics");
			return;
		default:
			throw_closed();
	}
}

ZEND_METHOD(WebSocket_Connection, unsubscribe)
{
	zend_string *topic;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(topic)
	ZEND_PARSE_PARAMETERS_END();

	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	RETURN_BOOL(bws_server_unsubscribe(core_of(connection), connection->number, websocket_bytes(topic)));
}

ZEND_METHOD(WebSocket_Connection, getTopics)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	bws_bytes names[64];
	size_t from = 0;
	size_t count;
	array_init(return_value);
	do {
		count = bws_server_topics(core_of(connection), connection->number, from, names, 64);
		for (size_t i = 0; i < count; i++) {
			add_next_index_stringl(return_value, names[i].bytes, names[i].len);
		}
		from += count;
	} while (count == 64);
}

/* Fibers */

ZEND_METHOD(WebSocket_Connection, receive)
{
	zend_long timeout_ms = 0;
	bool forever = true;
	zval *type = NULL;
	uint8_t opcode = 0x1;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(timeout_ms, forever)
		Z_PARAM_ZVAL(type)
	ZEND_PARSE_PARAMETERS_END();

	websocket_connection *connection = websocket_connection_of(Z_OBJ_P(ZEND_THIS));
	if (!websocket_fiber_receive(connection, forever, timeout_ms, return_value, &opcode)) {
		RETURN_THROWS();
	}
	if (type) {
		if (Z_TYPE_P(return_value) == IS_STRING) {
			zval message_type;
			ZVAL_OBJ_COPY(&message_type, websocket_message_type(opcode));
			ZEND_TRY_ASSIGN_REF_TMP(type, &message_type);
		} else {
			ZEND_TRY_ASSIGN_REF_NULL(type);
		}
	}
}

/* The iterator of foreach: one message at a time. */
typedef struct {
	zend_object_iterator it;
	zval message;
	uint8_t opcode;
	bool begun;
} message_iterator;

static websocket_connection *iterated(zend_object_iterator *iterator)
{
	return websocket_connection_of(Z_OBJ(iterator->data));
}

static void iterator_free(zend_object_iterator *iterator)
{
	zval_ptr_dtor(&((message_iterator *)iterator)->message);
	zval_ptr_dtor(&iterator->data);
}

static void iterator_next(zend_object_iterator *iterator)
{
	message_iterator *messages = (message_iterator *)iterator;
	zval_ptr_dtor(&messages->message);
	ZVAL_NULL(&messages->message);
	websocket_fiber_receive(iterated(iterator), true, 0, &messages->message, &messages->opcode);
}

static void iterator_rewind(zend_object_iterator *iterator)
{
	message_iterator *messages = (message_iterator *)iterator;
	if (!messages->begun) {
		messages->begun = true;
		iterator_next(iterator);
	}
}

static int iterator_valid(zend_object_iterator *iterator)
{
	return Z_TYPE(((message_iterator *)iterator)->message) == IS_STRING ? SUCCESS : FAILURE;
}

static zval *iterator_current(zend_object_iterator *iterator)
{
	return &((message_iterator *)iterator)->message;
}

static void iterator_key(zend_object_iterator *iterator, zval *key)
{
	ZVAL_OBJ_COPY(key, websocket_message_type(((message_iterator *)iterator)->opcode));
}

static const zend_object_iterator_funcs iterator_functions = {
	.dtor = iterator_free,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_next,
	.rewind = iterator_rewind,
};

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	if (by_ref) {
		zend_throw_error(NULL, "Messages cannot be iterated by reference");
		return NULL;
	}
	message_iterator *messages = ecalloc(1, sizeof(*messages));
	zend_iterator_init(&messages->it);
	ZVAL_OBJ_COPY(&messages->it.data, Z_OBJ_P(object));
	messages->it.funcs = &iterator_functions;
	ZVAL_NULL(&messages->message);
	messages->opcode = 0x1;
	return &messages->it;
}

ZEND_METHOD(WebSocket_Connection, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_create_internal_iterator_zval(return_value, ZEND_THIS);
}

ZEND_METHOD(WebSocket_Connection, __construct)
{
	/* Private: only a server makes connections. */
	ZEND_PARSE_PARAMETERS_NONE();
}

/* The object */

static zend_object *create(zend_class_entry *ce)
{
	websocket_connection *connection = zend_object_alloc(sizeof(*connection), ce);
	zend_object_std_init(&connection->std, ce);
	object_properties_init(&connection->std, ce);
	connection->std.handlers = &handlers;
	return &connection->std;
}

static void unlink_connection(websocket_connection *connection)
{
	if (connection->newer) {
		connection->newer->older = connection->older;
	} else if (connection->tie && connection->tie->server && connection->tie->server->first == connection) {
		connection->tie->server->first = connection->older;
	}
	if (connection->older) {
		connection->older->newer = connection->newer;
	}
	connection->older = connection->newer = NULL;
}

websocket_connection *websocket_connection_find(websocket_server *server, uint64_t number, void *owner)
{
	if (EXPECTED(owner)) {
		return owner;
	}
	bws_identity identity;
	bws_bytes subprotocol;
	if (!bws_server_identity(server->core, number, &identity)) {
		return NULL;
	}
	websocket_connection *connection = websocket_connection_of(create(websocket_connection_ce));
	connection->number = number;
	connection->tie = websocket_tie_hold(server->tie);
	connection->identity = identity;
	connection->worker = server->worker;
	connection->older = server->first;
	if (server->first) {
		server->first->newer = connection;
	}
	server->first = connection;
	if (bws_server_subprotocol(server->core, number, &subprotocol)) {
		ZVAL_STRINGL(OBJ_PROP_NUM(&connection->std, SUBPROTOCOL), subprotocol.bytes, subprotocol.len);
	} else {
		ZVAL_NULL(OBJ_PROP_NUM(&connection->std, SUBPROTOCOL));
	}
	bws_server_set_owner(server->core, number, connection);
	return connection;
}

void websocket_connection_end(websocket_connection *connection)
{
	if (connection->number) {
		websocket_fiber_free(connection);
		connection->number = 0;
		unlink_connection(connection);
		OBJ_RELEASE(&connection->std); /* the server's reference */
	}
}

static void free_object(zend_object *object)
{
	websocket_connection *connection = websocket_connection_of(object);
	websocket_fiber_free(connection);
	unlink_connection(connection);
	websocket_tie_drop(connection->tie);
	if (connection->head) {
		zend_string_release(connection->head);
	}
	zend_object_std_dtor(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	websocket_connection *connection = websocket_connection_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	websocket_fiber_gc(connection, buffer);
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

/* The head of its request, wherever that is kept. */
static bool find_head(websocket_connection *connection, bws_bytes *head)
{
	if (connection->head) {
		*head = websocket_bytes(connection->head);
		return true;
	}
	return bws_server_head(core_of(connection), connection->number, head);
}

static bool read_request(websocket_connection *connection, zval *slot)
{
	bws_bytes head;
	if (!find_head(connection, &head)) {
		return false;
	}
	websocket_request_make(slot, head, (bws_bytes){"", 0}, &connection->identity);
	return true;
}

/* Computes a property that is not there yet; NULL if it is none of those. */
static zval *compute(websocket_connection *connection, int slot_number, zval *slot, zval *room)
{
	bws_server *core = core_of(connection);
	switch (slot_number) {
		case ID:
			ZVAL_STR(slot, strpprintf(0, ZEND_LONG_FMT "." ZEND_ULONG_FMT, connection->worker, (zend_ulong)connection->identity.serial));
			return slot;
		case REMOTE_ADDRESS:
			ZVAL_STR(slot, websocket_address_text(&connection->identity));
			return slot;
		case REQUEST:
			if (!read_request(connection, slot)) {
				zend_throw_error(NULL, "The request of this connection is gone: ServerOptions::$keepRequest is false, or the "
					"connection was closed before it was first read");
				return &EG(uninitialized_zval);
			}
			return slot;
		case BUFFERED_AMOUNT:
			ZVAL_LONG(room, bws_server_unsent(core, connection->number));
			return room;
		case IDLE_MS:
			ZVAL_LONG(room, bws_server_idle_ms(core, connection->number));
			return room;
		default:
			return NULL;
	}
}

static zval *read_property(zend_object *object, zend_string *name, int type, void **cache, zval *room)
{
	zend_property_info *property = zend_hash_find_ptr(&object->ce->properties_info, name);
	if (property && (type == BP_VAR_R || type == BP_VAR_IS)) {
		zval *slot = OBJ_PROP(object, property->offset);
		if (Z_TYPE_P(slot) == IS_UNDEF) {
			zval *value = compute(websocket_connection_of(object), OBJ_PROP_TO_NUM(property->offset), slot, room);
			if (value) {
				return value;
			}
		}
	}
	return zend_std_read_property(object, name, type, cache, room);
}

static int has_property(zend_object *object, zend_string *name, int check, void **cache)
{
	zend_property_info *property = zend_hash_find_ptr(&object->ce->properties_info, name);
	if (property && Z_TYPE_P(OBJ_PROP(object, property->offset)) == IS_UNDEF) {
		zval room;
		bws_bytes head;
		if (OBJ_PROP_TO_NUM(property->offset) == REQUEST && !find_head(websocket_connection_of(object), &head)) {
			return false; /* to ask is no error */
		}
		zval *value = read_property(object, name, BP_VAR_IS, NULL, &room);
		return check == ZEND_PROPERTY_NOT_EMPTY ? zend_is_true(value) : Z_TYPE_P(value) > IS_NULL;
	}
	return zend_std_has_property(object, name, check, cache);
}

void websocket_register_connection(void)
{
	websocket_connection_ce = register_class_WebSocket_Connection(zend_ce_aggregate);
	websocket_connection_ce->create_object = create;
	websocket_connection_ce->get_iterator = get_iterator;
	websocket_connection_ce->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_connection, std);
	handlers.free_obj = free_object;
	handlers.get_gc = get_gc;
	handlers.clone_obj = NULL;
	handlers.read_property = read_property;
	handlers.has_property = has_property;
}
