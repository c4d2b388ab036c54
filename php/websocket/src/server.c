/* WebSocket\Server: its methods. What happens in its loop stands in loop.c. */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "ext/spl/spl_exceptions.h"
#include "ext/spl/spl_iterators.h"
#include "main/php_streams.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "listening.h"
#include "server_arginfo.h"

zend_class_entry *websocket_server_ce;
static zend_object_handlers handlers;

void websocket_register_timer(zend_class_entry *ce);

#define THIS websocket_server_of(Z_OBJ_P(ZEND_THIS))

/* The object */

static zend_object *create(zend_class_entry *ce)
{
	websocket_server *server = zend_object_alloc(sizeof(*server), ce);
	zend_object_std_init(&server->std, ce);
	object_properties_init(&server->std, ce);
	server->std.handlers = &handlers;
	server->signal_descriptor = -1;
	server->stream = -1;
	server->handover = -1;
	server->tie = emalloc(sizeof(*server->tie));
	*server->tie = (websocket_tie){1, server};
	zend_hash_init(&server->alarms, 0, NULL, websocket_alarm_free, false);
	zend_hash_init(&server->signals, 0, NULL, websocket_signal_free, false);
	zend_hash_init(&server->fibers, 0, NULL, NULL, false);
	zend_hash_init(&server->links, 0, NULL, ZVAL_PTR_DTOR, false);
	zend_hash_init(&server->sleepers, 0, NULL, ZVAL_PTR_DTOR, false);
	return &server->std;
}

static void close_listeners(websocket_server *server)
{
	for (size_t i = 0; i < server->listener_count; i++) {
		websocket_listener *listener = &server->listeners[i];
		if (listener->descriptor >= 0) {
			close(listener->descriptor);
		}
		/* The file goes with the process that made it, not with those that it forked. */
		if (listener->is_path && listener->process == websocket_process()) {
			unlink(ZSTR_VAL(listener->text) + sizeof("unix:") - 1);
		}
		zend_string_release(listener->text);
	}
	server->listener_count = 0;
}

/* Frees the core, and lets all connections go. */
static void end_core(websocket_server *server)
{
	bws_server *core = server->core;
	zval *link;
	if (core && server->process == websocket_process()) { /* a fork shares the set of watched descriptors */
		ZEND_HASH_FOREACH_VAL(&server->links, link) {
			websocket_link_end(server, Z_OBJ_P(link));
		} ZEND_HASH_FOREACH_END();
	}
	websocket_signals_give_back(server);
	server->core = NULL;
	/* Those that sleep are unwound, and take themselves out of the table: so that is no longer this one. */
	HashTable sleepers = server->sleepers;
	zend_hash_init(&server->sleepers, 0, NULL, ZVAL_PTR_DTOR, false);
	zend_hash_destroy(&sleepers);
	while (server->first) {
		websocket_connection_end(server->first);
	}
	bws_server_free(core);
}

static void free_subprotocols(websocket_server *server)
{
	for (size_t i = 0; i < server->subprotocol_count; i++) {
		zend_string_release(server->subprotocols[i]);
	}
	if (server->subprotocols) {
		efree(server->subprotocols);
	}
	server->subprotocols = NULL;
	server->subprotocol_count = 0;
}

static void free_object(zend_object *object)
{
	websocket_server *server = websocket_server_of(object);
	end_core(server);
	server->tie->server = NULL; /* only now: connections that end take themselves out of the server's list */
	close_listeners(server);
	if (server->listeners) {
		efree(server->listeners);
	}
	free_subprotocols(server);
	bws_certificate_free(server->certificate);
	zend_hash_destroy(&server->alarms);
	zend_hash_destroy(&server->signals);
	zend_hash_destroy(&server->fibers);
	zend_hash_destroy(&server->sleepers);
	zend_hash_destroy(&server->links);
	for (int handler = 0; handler < HANDLERS; handler++) {
		websocket_callback_clear(&server->handlers[handler]);
	}
	zval_ptr_dtor(&server->options);
	websocket_tie_drop(server->tie);
	zend_object_std_dtor(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	websocket_server *server = websocket_server_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	websocket_alarm *alarm;
	websocket_callback *callback;
	zval *fiber;
	for (int handler = 0; handler < HANDLERS; handler++) {
		zend_get_gc_buffer_add_zval(buffer, &server->handlers[handler].closure);
	}
	ZEND_HASH_FOREACH_PTR(&server->alarms, alarm) {
		zend_get_gc_buffer_add_zval(buffer, &alarm->callback.closure);
	} ZEND_HASH_FOREACH_END();
	zval *link;
	ZEND_HASH_FOREACH_VAL(&server->links, link) {
		zend_get_gc_buffer_add_zval(buffer, link);
	} ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_PTR(&server->signals, callback) {
		zend_get_gc_buffer_add_zval(buffer, &callback->closure);
	} ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_VAL(&server->sleepers, fiber) {
		zend_get_gc_buffer_add_zval(buffer, fiber);
	} ZEND_HASH_FOREACH_END();
	for (websocket_connection *connection = server->first; connection; connection = connection->older) {
		zend_get_gc_buffer_add_obj(buffer, &connection->std);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

ZEND_METHOD(WebSocket_Server, __construct)
{
	zval *options = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (Z_TYPE(server->options) != IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\Server is constructed already");
		RETURN_THROWS();
	}
	if (!options || Z_TYPE_P(options) == IS_ARRAY) {
		websocket_options_from_array(&server->options, options ? Z_ARRVAL_P(options) : (HashTable *)&zend_empty_array);
	} else if (Z_TYPE_P(options) == IS_OBJECT && Z_OBJCE_P(options) == websocket_server_options_ce) {
		ZVAL_COPY(&server->options, options);
	} else {
		zend_argument_type_error(1, "must be of type WebSocket\\ServerOptions|array, %s given", zend_zval_type_name(options));
	}
}

/* A server whose constructor failed, or was never called, can do nothing. */
static bool is_constructed(websocket_server *server)
{
	if (EXPECTED(Z_TYPE(server->options) != IS_UNDEF && Z_TYPE_P(websocket_option(&server->options, OPTION_KEEP_REQUEST)) != IS_UNDEF)) {
		return true;
	}
	zend_throw_error(NULL, "WebSocket\\Server was not constructed");
	return false;
}

/* Addresses */

static void add_listener(websocket_server *server, int descriptor, zend_string *text, bool is_path)
{
	server->listeners = safe_erealloc(server->listeners, server->listener_count + 1, sizeof(websocket_listener), 0);
	server->listeners[server->listener_count++] = (websocket_listener){descriptor, text, is_path, websocket_process()};
}

static void listen_on_path(websocket_server *server, zend_string *host, uint32_t backlog)
{
	bws_error error = {0};
	bws_bytes path = {ZSTR_VAL(host) + sizeof("unix:") - 1, ZSTR_LEN(host) - (sizeof("unix:") - 1)};
	int descriptor = bws_bind_path(path, backlog, &error);
	if (descriptor < 0) {
		zend_throw_exception_ex(spl_ce_RuntimeException, error.code, "Cannot listen on %s: %s", ZSTR_VAL(host), error.text);
		return;
	}
	add_listener(server, descriptor, zend_string_copy(host), true);
}

/* Reads the certificate that the options name, in place of the one that was read before; false with an exception. */
static bool read_certificate(websocket_server *server)
{
	bws_error error = {0};
	zval *tls = websocket_option(&server->options, OPTION_TLS);
	bws_certificate *certificate = bws_certificate_read(websocket_bytes(Z_STR_P(OBJ_PROP_NUM(Z_OBJ_P(tls), 0))),
		websocket_bytes(Z_STR_P(OBJ_PROP_NUM(Z_OBJ_P(tls), 1))), &error);
	if (!certificate) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s", error.text);
		return false;
	}
	bws_certificate_free(server->certificate);
	server->certificate = certificate;
	return true;
}

static void listen_on_port(websocket_server *server, zend_string *host, zend_long port, uint32_t backlog)
{
	char address[64];
	bws_error error = {0};
	bool shared = websocket_option_long(&server->options, OPTION_REUSE_PORT);
	if (!server->certificate && Z_TYPE_P(websocket_option(&server->options, OPTION_TLS)) == IS_OBJECT && !read_certificate(server)) {
		return;
	}
	int descriptor = bws_bind(websocket_bytes(host), port, backlog, shared, address, sizeof(address), &error);
	if (descriptor < 0) {
		bool is_bare_v6 = strchr(ZSTR_VAL(host), ':') && ZSTR_VAL(host)[0] != '[';
		zend_throw_exception_ex(spl_ce_RuntimeException, error.code, is_bare_v6 ? "Cannot listen on [%s]:%d: %s" : "Cannot listen on %s:%d: %s",
			ZSTR_VAL(host), (int)port, error.text);
		return;
	}
	add_listener(server, descriptor, zend_string_init(address, strlen(address), 0), false);
}

ZEND_METHOD(WebSocket_Server, listen)
{
	zend_string *host;
	zend_long port = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(host)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (!is_constructed(server)) {
		RETURN_THROWS();
	}
	if (zend_str_has_nul_byte(host)) {
		zend_argument_value_error(1, "must not contain any null bytes");
		RETURN_THROWS();
	}
	if (ZSTR_LEN(host) == 0 || zend_string_equals_literal(host, "unix:")) {
		zend_argument_value_error(1, "must be an IP address, a name, or unix:/path");
		RETURN_THROWS();
	}
	if (port < 0 || port > 65535) {
		zend_argument_value_error(2, "must be between 0 and 65535, " ZEND_LONG_FMT " given", port);
		RETURN_THROWS();
	}
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: listen() comes before run() and poll()");
		RETURN_THROWS();
	}
	uint32_t backlog = websocket_option_long(&server->options, OPTION_BACKLOG);
	if (zend_string_starts_with_cstr(host, "unix:", sizeof("unix:") - 1)) {
		listen_on_path(server, host, backlog);
	} else {
		listen_on_port(server, host, port, backlog);
	}
}

ZEND_METHOD(WebSocket_Server, getAddress)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "listen() must be called before getAddress()");
		RETURN_THROWS();
	}
	RETURN_STR_COPY(server->listeners[server->listener_count - 1].text);
}

ZEND_METHOD(WebSocket_Server, subprotocols)
{
	zval *names = NULL;
	uint32_t count = 0;

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC('*', names, count)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: subprotocols() comes before run() and poll()");
		RETURN_THROWS();
	}
	for (uint32_t i = 0; i < count; i++) {
		zend_string *name;
		if (!zend_parse_arg_str(&names[i], &name, false, i + 1)) {
			zend_argument_type_error(i + 1, "must be of type string, %s given", zend_zval_type_name(&names[i]));
			RETURN_THROWS();
		}
		if (!bws_is_token(websocket_bytes(name))) {
			zend_argument_value_error(i + 1, "must be a token, as RFC 9110 has them: \"%s\" given", ZSTR_VAL(name));
			RETURN_THROWS();
		}
		for (uint32_t j = 0; j < i; j++) {
			if (zend_string_equals(Z_STR(names[j]), Z_STR(names[i]))) {
				zend_argument_value_error(i + 1, "must not be named twice: \"%s\"", ZSTR_VAL(name));
				RETURN_THROWS();
			}
		}
	}
	free_subprotocols(server);
	server->subprotocols = safe_emalloc(count, sizeof(zend_string *), 1);
	for (uint32_t i = 0; i < count; i++) {
		server->subprotocols[server->subprotocol_count++] = zend_string_copy(Z_STR(names[i]));
	}
}

/* Handlers */

static void set_handler(INTERNAL_FUNCTION_PARAMETERS, enum websocket_handler handler)
{
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	websocket_callback_set(&server->handlers[handler], closure);
	websocket_loop_update(server);
}

#define HANDLER(method, handler) \
	ZEND_METHOD(WebSocket_Server, method) \
	{ \
		set_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU, handler); \
	}

HANDLER(onHandshake, ON_HANDSHAKE)
HANDLER(onRequest, ON_REQUEST)
HANDLER(onOpen, ON_OPEN)
HANDLER(onMessage, ON_MESSAGE)
HANDLER(onClose, ON_CLOSE)
HANDLER(onError, ON_ERROR)
HANDLER(onPing, ON_PING)
HANDLER(onPong, ON_PONG)
HANDLER(onDrain, ON_DRAIN)
HANDLER(onWorkerStart, ON_WORKER_START)
HANDLER(handle, ON_CONNECTION)

/* To many */

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

/* Timers and signals */

ZEND_METHOD(WebSocket_Server, tick)
{
	zend_long interval_ms;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(interval_ms)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (interval_ms < 1) {
		zend_argument_value_error(1, "must be 1 or more, " ZEND_LONG_FMT " given", interval_ms);
		RETURN_THROWS();
	}
	websocket_timer_make(return_value, THIS, interval_ms, interval_ms, closure);
}

ZEND_METHOD(WebSocket_Server, after)
{
	zend_long delay_ms;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(delay_ms)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (delay_ms < 0) {
		zend_argument_value_error(1, "must be 0 or more, " ZEND_LONG_FMT " given", delay_ms);
		RETURN_THROWS();
	}
	websocket_timer_make(return_value, THIS, delay_ms, 0, closure);
}

ZEND_METHOD(WebSocket_Server, onSignal)
{
	zend_long number;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	/* Between the last named one and SIGRTMIN are those that the C library keeps for itself. */
	bool is_kept = number >= 32 && number < SIGRTMIN;
	if (number < 1 || number > 64 || number == SIGKILL || number == SIGSTOP || is_kept) {
		zend_argument_value_error(1, "must be the number of a signal that can be caught, " ZEND_LONG_FMT " given", number);
		RETURN_THROWS();
	}
	websocket_server *server = THIS;
	websocket_callback *callback = ecalloc(1, sizeof(*callback));
	websocket_callback_set(callback, closure);
	zend_hash_index_update_ptr(&server->signals, number, callback);
	if (server->core && !websocket_signals_take(server, false)) {
		zend_throw_error(NULL, "Another server of this process takes the signals");
	}
}

/* The loop */

/* Makes what serving needs; false with an exception. */
static bool begin(websocket_server *server, bool with_default_signals)
{
	if (!is_constructed(server)) {
		return false;
	}
	if (server->core) {
		return true;
	}
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "Nothing is listened to: call listen() first");
		return false;
	}
	if (!websocket_loop_begin(server)) {
		return false;
	}
	for (size_t i = 0; i < server->listener_count; i++) {
		bws_error error = {0};
		websocket_listener *listener = &server->listeners[i];
		int descriptor = listener->descriptor;
		listener->descriptor = -1;
		if (descriptor < 0) {
			continue; /* the process that supervises this one accepts */
		}
		if (!bws_server_listen(server->core, descriptor, listener->is_path, &error)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, error.code, "Cannot listen on %s: %s", ZSTR_VAL(listener->text), error.text);
			end_core(server);
			return false;
		}
	}
	zend_ulong number;
	zval *link;
	ZEND_HASH_FOREACH_NUM_KEY_VAL(&server->links, number, link) {
		websocket_link_begin(server, Z_OBJ_P(link), WEBSOCKET_FIRST_LINK + number);
		if (EG(exception)) {
			end_core(server);
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	if (server->stream >= 0) {
		bws_server_join(server->core, server->stream, server->handover);
		server->stream = -1;
		server->handover = -1;
	}
	if ((with_default_signals || zend_hash_num_elements(&server->signals) > 0)
		&& !websocket_signals_take(server, with_default_signals)) {
		zend_throw_error(NULL, "Another server of this process takes the signals");
		end_core(server);
		return false;
	}
	return true;
}

/* Serves in this process until the server is told to stop. */
void websocket_server_serve(websocket_server *server)
{
	if (!begin(server, true)) {
		return;
	}
	if (Z_TYPE(server->handlers[ON_WORKER_START].closure) != IS_UNDEF) {
		zval argument;
		zval result;
		ZVAL_LONG(&argument, server->worker);
		websocket_callback_call(&server->handlers[ON_WORKER_START], &result, 1, &argument);
		zval_ptr_dtor(&result);
	}
	if (!EG(exception)) {
		websocket_loop_run(server);
	}
}

/* What stands behind run() is for the process that called it, and not for each of its workers: neither a `catch` nor what
 * follows. A status other than 0 has a worker begun again. */
static void end_worker(websocket_server *server)
{
	if (EG(exception) && (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception)))) {
		return; /* exit() said what its status is */
	}
	/* Nobody told it to stop: it has lost the process that supervises it, or was cut off by it. */
	EG(exit_status) = server->stopping ? 0 : 1;
	if (EG(exception)) {
		if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
			zend_user_exception_handler();
		}
		if (EG(exception)) {
			zend_exception_error(EG(exception), E_ERROR);
			EG(exception) = NULL;
		}
		EG(exit_status) = 255;
	}
	zend_throw_unwind_exit();
}

ZEND_METHOD(WebSocket_Server, run)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->running || server->turning) {
		zend_throw_error(NULL, "The server runs already");
		RETURN_THROWS();
	}
	if (!is_constructed(server)) {
		RETURN_THROWS();
	}
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "Nothing is listened to: call listen() first");
		RETURN_THROWS();
	}
	bool forks = !server->core && websocket_option_long(&server->options, OPTION_WORKERS) > 1;
	server->running = true;
	GC_ADDREF(&server->std); /* a handler may let go of the last one */
	if (!forks || websocket_workers_run(server)) {
		websocket_server_serve(server);
		if (forks) {
			end_worker(server);
		}
	}
	end_core(server);
	close_listeners(server);
	server->running = false;
	server->stopping = false;
	OBJ_RELEASE(&server->std);
}

ZEND_METHOD(WebSocket_Server, stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->core || server->running) { /* who supervises workers has no core */
		server->stopping = true;
		bws_server_stop(server->core);
	}
}

ZEND_METHOD(WebSocket_Server, poll)
{
	zend_long timeout_ms = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (server->turning) {
		zend_throw_error(NULL, "poll() cannot be called from inside of a handler");
		RETURN_THROWS();
	}
	if (!begin(server, false) || !websocket_loop_is_ours(server)) {
		RETURN_THROWS();
	}
	GC_ADDREF(&server->std);
	if (!bws_server_wait(server->core, timeout_ms)) {
		zend_throw_error(NULL, "The system does not let the server wait for its sockets");
	} else {
		RETVAL_LONG(websocket_loop_turn(server));
		if (server->core) {
			bws_server_arm(server->core);
		}
	}
	OBJ_RELEASE(&server->std);
}

ZEND_METHOD(WebSocket_Server, getStream)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (!begin(server, false)) {
		RETURN_THROWS();
	}
	bws_server_arm(server->core);
	/* The stream has a descriptor of its own, so that closing it closes nothing of the server's. */
	int descriptor = fcntl(bws_server_descriptor(server->core), F_DUPFD_CLOEXEC, 0);
	php_stream *stream = descriptor < 0 ? NULL : php_stream_fopen_from_fd(descriptor, "r", NULL);
	if (!stream) {
		zend_throw_error(NULL, "No stream can be made: %s", strerror(errno));
		RETURN_THROWS();
	}
	stream->flags |= PHP_STREAM_FLAG_NO_BUFFER;
	php_stream_to_zval(stream, return_value);
}

ZEND_METHOD(WebSocket_Server, getDriver)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	RETURN_STRING(server->core ? bws_server_driver(server->core) : bws_best_driver());
}

/* What is known */

ZEND_METHOD(WebSocket_Server, getConnections)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	uint64_t *numbers;
	size_t count = bws_server_open_count(server->core);
	array_init_size(return_value, count);
	if (count == 0) {
		return;
	}
	numbers = safe_emalloc(count, sizeof(uint64_t), 0);
	count = bws_server_open_numbers(server->core, numbers, count);
	for (size_t i = 0; i < count; i++) {
		void *owner = bws_server_owner(server->core, numbers[i]);
		websocket_connection *connection = websocket_connection_find(server, numbers[i], owner);
		if (connection) {
			zval entry;
			ZVAL_OBJ_COPY(&entry, &connection->std);
			zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), &entry);
		}
	}
	efree(numbers);
}

ZEND_METHOD(WebSocket_Server, count)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(bws_server_open_count(THIS->core));
}

ZEND_METHOD(WebSocket_Server, stats)
{
	ZEND_PARSE_PARAMETERS_NONE();
	bws_figure figures[32];
	size_t count = bws_server_stats(THIS->core, figures, 32);
	array_init_size(return_value, count);
	for (size_t i = 0; i < count; i++) {
		add_assoc_long(return_value, figures[i].name, figures[i].value);
	}
}

ZEND_METHOD(WebSocket_Server, reloadTls)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (!is_constructed(server)) {
		RETURN_THROWS();
	}
	if (Z_TYPE_P(websocket_option(&server->options, OPTION_TLS)) != IS_OBJECT) {
		zend_throw_error(NULL, "This server has no TLS: set ServerOptions::$tls");
		RETURN_THROWS();
	}
	if (read_certificate(server)) {
		bws_server_set_certificate(server->core, server->certificate);
	}
}

void websocket_register_server(void)
{
	websocket_process_watch();
	websocket_server_ce = register_class_WebSocket_Server(zend_ce_countable);
	websocket_server_ce->create_object = create;
	websocket_server_ce->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_server, std);
	handlers.free_obj = free_object;
	handlers.get_gc = get_gc;
	handlers.clone_obj = NULL;
	websocket_register_timer(register_class_WebSocket_Timer());
}
