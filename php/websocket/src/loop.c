/* The loop of a server: takes events from the core and calls the program's handlers. C calls PHP here, so that no frame of Rust is
 * on the stack when a handler throws or calls exit(). */
#include "server.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#ifndef IS_STR_VALID_UTF8
# define IS_STR_VALID_UTF8 0
#endif

static inline bool has(const websocket_server *server, enum websocket_handler handler)
{
	return Z_TYPE(server->handlers[handler].closure) != IS_UNDEF;
}

/* Where nobody reads them, the core checks messages where they lie. */
static inline bool reads_messages(const websocket_server *server)
{
	return has(server, ON_MESSAGE) || has(server, ON_CONNECTION);
}

/* The core */

static bws_bytes *list_of(zval *strings, size_t *count)
{
	zval *entry;
	*count = 0;
	bws_bytes *list = safe_emalloc(zend_hash_num_elements(Z_ARRVAL_P(strings)) + 1, sizeof(bws_bytes), 0);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(strings), entry) {
		list[(*count)++] = websocket_bytes(Z_STR_P(entry));
	} ZEND_HASH_FOREACH_END();
	return list;
}

static void configure(websocket_server *server, bws_config *config)
{
	zval *options = &server->options;
	zval *compression = websocket_option(options, OPTION_COMPRESSION);
	*config = (bws_config){
		.max_message_size = websocket_option_long(options, OPTION_MAX_MESSAGE_SIZE),
		.max_queued_bytes = websocket_option_long(options, OPTION_MAX_QUEUED_BYTES),
		.max_connections = websocket_option_long(options, OPTION_MAX_CONNECTIONS),
		.handshake_timeout_ms = websocket_option_long(options, OPTION_HANDSHAKE_TIMEOUT),
		.idle_timeout_ms = websocket_option_long(options, OPTION_IDLE_TIMEOUT),
		.ping_interval_ms = websocket_option_long(options, OPTION_PING_INTERVAL),
		.pong_timeout_ms = websocket_option_long(options, OPTION_PONG_TIMEOUT),
		.max_queued_age_ms = websocket_option_long(options, OPTION_MAX_QUEUED_AGE),
		.close_timeout_ms = websocket_option_long(options, OPTION_CLOSE_TIMEOUT),
		.message_timeout_ms = websocket_option_long(options, OPTION_MESSAGE_TIMEOUT),
		.max_messages_per_second = websocket_option_long(options, OPTION_MAX_MESSAGES_PER_SECOND),
		.max_control_frames_per_second = websocket_option_long(options, OPTION_MAX_CONTROL_FRAMES_PER_SECOND),
		.max_request_body = websocket_option_long(options, OPTION_MAX_REQUEST_BODY),
		.certificate = server->certificate,
		.asks_about_handshakes = has(server, ON_HANDSHAKE),
		.asks_about_requests = has(server, ON_REQUEST),
		.keeps_requests = websocket_option_long(options, OPTION_KEEP_REQUEST),
		.leaves_masked = reads_messages(server),
	};
	if (Z_TYPE_P(compression) == IS_OBJECT) {
		config->compression_threshold = Z_LVAL_P(OBJ_PROP_NUM(Z_OBJ_P(compression), 0));
		config->compression_level = Z_LVAL_P(OBJ_PROP_NUM(Z_OBJ_P(compression), 1));
		config->compression_takeover = Z_TYPE_P(OBJ_PROP_NUM(Z_OBJ_P(compression), 2)) == IS_TRUE;
	}
}

bool websocket_loop_begin(websocket_server *server)
{
	bws_config config;
	bws_error error = {0};
	if (server->core) {
		return true;
	}
	configure(server, &config);
	bws_bytes *origins = list_of(websocket_option(&server->options, OPTION_ALLOWED_ORIGINS), &config.origin_count);
	bws_bytes *paths = list_of(websocket_option(&server->options, OPTION_PATHS), &config.path_count);
	bws_bytes *subprotocols = safe_emalloc(server->subprotocol_count + 1, sizeof(bws_bytes), 0);
	for (size_t i = 0; i < server->subprotocol_count; i++) {
		subprotocols[i] = websocket_bytes(server->subprotocols[i]);
	}
	config.origins = origins;
	config.paths = paths;
	config.subprotocols = subprotocols;
	config.subprotocol_count = server->subprotocol_count;
	server->core = bws_server_new(&config, &error);
	efree(subprotocols);
	efree(paths);
	efree(origins);
	if (!server->core) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "The server cannot begin: %s", error.text);
		return false;
	}
	server->process = websocket_process();
	websocket_timer_begin(server);
	return true;
}

void websocket_loop_update(websocket_server *server)
{
	bws_server_ask(server->core, has(server, ON_HANDSHAKE), has(server, ON_REQUEST), reads_messages(server));
}

/* To many */

/* Other processes are told first: if that cannot be, nobody here is, and the program may try again. */
static bool pass_on(websocket_server *server, bws_bytes topic, zend_string *payload, uint8_t opcode)
{
	if (bws_server_pass_on(server->core, topic, opcode == 0x2, websocket_bytes(payload))) {
		return true;
	}
	zend_throw_error(NULL, "The message was not sent: it would exceed the 64 MiB that may wait for the other workers");
	return false;
}

zend_long websocket_loop_broadcast(websocket_server *server, zend_string *payload, uint8_t opcode, const uint64_t *except, size_t count)
{
	if (!pass_on(server, (bws_bytes){NULL, 0}, payload, opcode)) {
		return 0;
	}
	return bws_server_broadcast(server->core, opcode == 0x2, websocket_bytes(payload), except, count);
}

zend_long websocket_loop_publish(websocket_server *server, zend_string *topic, zend_string *payload, uint8_t opcode, uint64_t except)
{
	if (!pass_on(server, websocket_bytes(topic), payload, opcode)) {
		return 0;
	}
	return bws_server_publish(server->core, websocket_bytes(topic), opcode == 0x2, websocket_bytes(payload), except);
}

/* Faults */

bool websocket_loop_fault(websocket_server *server, websocket_connection *connection)
{
	if (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception))) {
		return false;
	}
	zval arguments[2];
	zval result;
	ZVAL_OBJ_COPY(&arguments[0], EG(exception));
	zend_clear_exception();
	if (connection) {
		bws_server_close(server->core, connection->number, 1011, (bws_bytes){ZEND_STRL("A handler failed.")});
		ZVAL_OBJ_COPY(&arguments[1], &connection->std);
	} else {
		ZVAL_NULL(&arguments[1]);
	}
	if (has(server, ON_ERROR)) {
		websocket_callback_call(&server->handlers[ON_ERROR], &result, 2, arguments);
		zval_ptr_dtor(&result);
	} else {
		GC_ADDREF(Z_OBJ(arguments[0])); /* it gives one up */
		zend_exception_error(Z_OBJ(arguments[0]), E_WARNING);
	}
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
	if (EG(exception) && !zend_is_unwind_exit(EG(exception)) && !zend_is_graceful_exit(EG(exception))) {
		/* onError itself failed: there is nobody left to ask. */
		zend_exception_error(EG(exception), E_WARNING);
		EG(exception) = NULL;
	}
	return !EG(exception);
}

/* Calls a handler whose first argument is the connection. */
static void call_with(websocket_server *server, enum websocket_handler handler, websocket_connection *connection, uint32_t count,
	zval *arguments)
{
	zval result;
	ZVAL_OBJ(&arguments[0], &connection->std);
	GC_ADDREF(&connection->std); /* it may close and be let go meanwhile */
	websocket_callback_call(&server->handlers[handler], &result, count, arguments);
	if (UNEXPECTED(EG(exception))) {
		websocket_loop_fault(server, connection);
	} else if (handler == ON_OPEN && Z_TYPE(result) == IS_FALSE) {
		bws_server_close(server->core, connection->number, 1008, (bws_bytes){ZEND_STRL("Not admitted.")});
	}
	zval_ptr_dtor(&result);
	OBJ_RELEASE(&connection->std);
}

/* Requests */

static void ask_about_handshake(websocket_server *server, const bws_event *event)
{
	zval request;
	zval result;
	bws_identity identity;
	uint64_t conn = event->conn;
	bws_server_identity(server->core, conn, &identity);
	websocket_request_make(&request, event->data, (bws_bytes){"", 0}, &identity);
	websocket_callback_call(&server->handlers[ON_HANDSHAKE], &result, 1, &request);
	if (EXPECTED(!EG(exception))) {
		if (Z_TYPE(result) == IS_NULL || Z_TYPE(result) == IS_UNDEF) {
			bws_server_accept(server->core, conn);
		} else {
			zend_type_error("The handler of onHandshake() must return nothing, %s returned: throw a HandshakeException to refuse",
				zend_zval_type_name(&result));
		}
	}
	if (UNEXPECTED(EG(exception))) {
		if (EG(exception)->ce == websocket_handshake_exception_ce) {
			zval room;
			zval *response = zend_read_property(websocket_handshake_exception_ce, EG(exception), ZEND_STRL("response"), true, &room);
			zend_object *exception = EG(exception);
			GC_ADDREF(exception);
			if (Z_TYPE_P(response) == IS_OBJECT) {
				websocket_answer_with(server, conn, Z_OBJ_P(response));
			}
			zend_clear_exception();
			OBJ_RELEASE(exception);
		} else {
			bws_server_answer(server->core, conn, 500, NULL, 0, (bws_bytes){"", 0});
			websocket_loop_fault(server, NULL);
		}
	}
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&request);
}

static void ask_about_request(websocket_server *server, const bws_event *event)
{
	static const bws_bytes text[] = {{ZEND_STRL("Content-Type")}, {ZEND_STRL("text/plain; charset=utf-8")}};
	zval request;
	zval result;
	bws_identity identity;
	uint64_t conn = event->conn;
	bws_server_identity(server->core, conn, &identity);
	websocket_request_make(&request, event->data, event->more, &identity);
	websocket_callback_call(&server->handlers[ON_REQUEST], &result, 1, &request);
	if (UNEXPECTED(EG(exception))) {
		bws_server_answer(server->core, conn, 500, text, 1, (bws_bytes){ZEND_STRL("Internal Server Error\n")});
		websocket_loop_fault(server, NULL);
	} else if (Z_TYPE(result) == IS_OBJECT
		&& (Z_OBJCE(result) == websocket_response_ce || Z_OBJCE(result) == websocket_handshake_response_ce)) {
		websocket_answer_with(server, conn, Z_OBJ(result));
	} else if (Z_TYPE(result) == IS_STRING) {
		bws_server_answer(server->core, conn, 200, text, 1, websocket_bytes(Z_STR(result)));
	} else if (Z_TYPE(result) == IS_NULL) {
		bws_server_answer(server->core, conn, 404, text, 1, (bws_bytes){ZEND_STRL("Not Found\n")});
	} else {
		bws_server_answer(server->core, conn, 500, text, 1, (bws_bytes){ZEND_STRL("Internal Server Error\n")});
		zend_type_error("The handler of onRequest() must return a Response, a string or null, %s returned",
			zend_zval_type_name(&result));
		websocket_loop_fault(server, NULL);
	}
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&request);
}

/* Connections */

static void on_open(websocket_server *server, const bws_event *event)
{
	if (has(server, ON_CONNECTION)) {
		websocket_connection *connection = websocket_connection_find(server, event->conn, NULL);
		if (connection) {
			websocket_fiber_open(server, connection);
		}
		return;
	}
	if (!has(server, ON_OPEN)) {
		return; /* the object is made when there is something to tell of it */
	}
	websocket_callback *handler = &server->handlers[ON_OPEN];
	zend_function *function = handler->call.function_handler;
	if (function->common.num_args == 0 && !(function->common.fn_flags & ZEND_ACC_VARIADIC)) {
		/* It does not ask who came, so nobody has to be made up. */
		zval result;
		websocket_callback_call(handler, &result, 0, NULL);
		if (UNEXPECTED(EG(exception))) {
			if (websocket_loop_fault(server, NULL)) {
				bws_server_close(server->core, event->conn, 1011, (bws_bytes){ZEND_STRL("A handler failed.")});
			}
		} else if (Z_TYPE(result) == IS_FALSE) {
			bws_server_close(server->core, event->conn, 1008, (bws_bytes){ZEND_STRL("Not admitted.")});
		}
		zval_ptr_dtor(&result);
		return;
	}
	zval arguments[1];
	websocket_connection *connection = websocket_connection_find(server, event->conn, NULL);
	if (connection) {
		call_with(server, ON_OPEN, connection, 1, arguments);
	}
}

static zend_string *payload_of(const bws_event *event)
{
	if (event->data.len <= 1) {
		return event->data.len == 0 ? ZSTR_EMPTY_ALLOC() : ZSTR_CHAR((zend_uchar)event->data.bytes[0]);
	}
	zend_string *payload = zend_string_init(event->data.bytes, event->data.len, 0);
	if (event->kind == BWS_TEXT) {
		GC_ADD_FLAGS(payload, IS_STR_VALID_UTF8); /* the core has checked it: sending it on need not */
	}
	return payload;
}

/* The payload of a message; NULL if it is a text that is not UTF-8. */
static zend_always_inline zend_string *message_of(const bws_event *event)
{
	if (UNEXPECTED(!event->masked) || UNEXPECTED(event->data.len == 0)) {
		return payload_of(event);
	}
	zend_string *payload = zend_string_alloc(event->data.len, 0);
	if (UNEXPECTED(!bws_read(event, ZSTR_VAL(payload)))) {
		zend_string_efree(payload);
		return NULL;
	}
	ZSTR_VAL(payload)[event->data.len] = '\0';
	if (event->kind == BWS_TEXT) {
		GC_ADD_FLAGS(payload, IS_STR_VALID_UTF8);
	}
	return payload;
}

static void on_message(websocket_server *server, const bws_event *event)
{
	uint8_t opcode = event->kind == BWS_TEXT ? 0x1 : 0x2;
	if (UNEXPECTED(!reads_messages(server))) {
		return;
	}
	zend_string *payload = message_of(event);
	if (UNEXPECTED(!payload)) {
		bws_server_refuse_text(server->core, event->conn);
		return;
	}
	websocket_connection *connection = websocket_connection_find(server, event->conn, event->owner);
	if (UNEXPECTED(!connection)) {
		zend_string_release(payload);
		return;
	}
	if (UNEXPECTED(has(server, ON_CONNECTION))) {
		websocket_fiber_message(server, connection, payload, opcode);
		return;
	}
	websocket_callback *handler = &server->handlers[ON_MESSAGE];
	/* The frame takes over what it is given, and nothing else may be made. */
	zval arguments[3];
	uint32_t count = MIN(handler->most, 3);
	if (EXPECTED(count > 0)) {
		ZVAL_OBJ_COPY(&arguments[0], &connection->std);
	}
	if (EXPECTED(count > 1)) {
		ZVAL_STR(&arguments[1], payload);
	} else {
		zend_string_release(payload);
	}
	if (count > 2) {
		ZVAL_OBJ_COPY(&arguments[2], websocket_message_type(opcode));
	}
	GC_ADDREF(&connection->std); /* it may close and be let go meanwhile */
	websocket_callback_give(handler, count, arguments);
	if (UNEXPECTED(EG(exception))) {
		websocket_loop_fault(server, connection);
	}
	OBJ_RELEASE(&connection->std);
}

static void on_control(websocket_server *server, const bws_event *event, enum websocket_handler handler)
{
	if (!has(server, handler)) {
		return;
	}
	zval arguments[2];
	ZVAL_STR(&arguments[1], payload_of(event));
	websocket_connection *connection = websocket_connection_find(server, event->conn, event->owner);
	if (connection) {
		call_with(server, handler, connection, 2, arguments);
	}
	zval_ptr_dtor_str(&arguments[1]);
}

static void on_drained(websocket_server *server, const bws_event *event)
{
	zval arguments[1];
	if (!has(server, ON_DRAIN)) {
		return;
	}
	websocket_connection *connection = websocket_connection_find(server, event->conn, event->owner);
	if (connection) {
		call_with(server, ON_DRAIN, connection, 1, arguments);
	}
}

static void on_closed(websocket_server *server, const bws_event *event)
{
	websocket_connection *connection = event->owner;
	if (!connection) {
		if (!has(server, ON_CLOSE)) {
			return;
		}
		connection = websocket_connection_find(server, event->conn, NULL);
		if (!connection) {
			return; /* nobody ever heard of it */
		}
	}
	if (event->more.len > 0) {
		connection->head = zend_string_init(event->more.bytes, event->more.len, 0);
	}
	if (has(server, ON_CLOSE)) {
		zval arguments[4];
		ZVAL_LONG(&arguments[1], event->code);
		ZVAL_STRINGL_FAST(&arguments[2], event->data.bytes, event->data.len);
		ZVAL_BOOL(&arguments[3], event->clean);
		call_with(server, ON_CLOSE, connection, 4, arguments);
		zval_ptr_dtor_str(&arguments[2]);
	}
	if (!EG(exception)) {
		websocket_fiber_close(server, connection);
	}
	websocket_connection_end(connection);
}

/* One event; with an exception it is the end of the script. */
static void handle(websocket_server *server, const bws_event *event)
{
	switch (event->kind) {
		case BWS_TEXT:
		case BWS_BINARY:
			on_message(server, event);
			break;
		case BWS_HANDSHAKE:
			ask_about_handshake(server, event);
			break;
		case BWS_REQUEST:
			ask_about_request(server, event);
			break;
		case BWS_OPEN:
			on_open(server, event);
			break;
		case BWS_PING:
			on_control(server, event, ON_PING);
			break;
		case BWS_PONG:
			on_control(server, event, ON_PONG);
			break;
		case BWS_DRAINED:
			on_drained(server, event);
			break;
		case BWS_ENDED:
			on_closed(server, event);
			break;
		case BWS_ALARM:
			websocket_timer_fire(server, event->conn);
			break;
		case BWS_READY:
			if (event->conn == WEBSOCKET_SIGNALS_NUMBER) {
				websocket_signals_fire(server);
			} else {
				websocket_fiber_wake(server, event->conn);
			}
			break;
		case BWS_ACCEPT_PAUSED:
			php_error_docref(NULL, E_WARNING, "No more files can be opened: new connections wait until others close. Raise the "
				"limit (ulimit -n), or lower maxConnections");
			break;
	}
}

/* The turn */

bool websocket_loop_is_ours(websocket_server *server)
{
	if (EXPECTED(server->process == websocket_process())) {
		return true;
	}
	zend_throw_error(NULL, "This process is a fork of the one that runs the server: call exit() when its work is done");
	return false;
}

zend_long websocket_loop_turn(websocket_server *server)
{
	bws_event event;
	zend_long handled = 0;
	int next;
	websocket_server *outer = WEBSOCKET_G(turning);
	WEBSOCKET_G(turning) = server;
	server->outside = EG(active_fiber);
	server->turning = true;
	while ((next = bws_server_next(server->core, &event)) == 1) {
		handle(server, &event);
		handled++;
		if (UNEXPECTED(EG(exception)) || UNEXPECTED(!websocket_loop_is_ours(server))) {
			break;
		}
	}
	if (!EG(exception)) {
		websocket_interrupts();
	}
	if (next < 0 && !EG(exception)) {
		zend_throw_error(NULL, "The server failed inside; what it wrote to standard error says where. Please report it");
	}
	server->turning = false;
	WEBSOCKET_G(turning) = outer;
	return handled;
}

void websocket_loop_run(websocket_server *server)
{
	while (!bws_server_is_over(server->core)) {
		if (!websocket_loop_is_ours(server)) {
			return;
		}
		if (!bws_server_wait(server->core, -1)) {
			zend_throw_error(NULL, "The system does not let the server wait for its sockets");
			return;
		}
		websocket_loop_turn(server);
		if (UNEXPECTED(EG(exception))) {
			if (server->process == websocket_process()) {
				/* The script ends: clients are told as far as that needs no waiting. */
				bws_server_stop(server->core);
				bws_server_wait(server->core, 0);
			}
			return;
		}
	}
	bws_server_end_all(server->core);
	websocket_loop_turn(server);
}
