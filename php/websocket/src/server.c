/* WebSocket\Server: the object and its figures. Addresses are in server_listening.c, handlers in server_handlers.c, messages to
 * many in server_sending.c, run() and poll() in server_running.c, and the loop in loop.c. */
#include "server.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

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
	zend_hash_init(&server->pusher_clients, 0, NULL, ZVAL_PTR_DTOR, false);
	zend_hash_init(&server->sleepers, 0, NULL, ZVAL_PTR_DTOR, false);
	return &server->std;
}

/* Frees the core, and lets all connections go. */
void websocket_server_end(websocket_server *server)
{
	bws_server *core = server->core;
	zval *pusher;
	if (core && server->process == websocket_process()) { /* a fork shares the set of watched descriptors */
		ZEND_HASH_FOREACH_VAL(&server->pusher_clients, pusher) {
			websocket_pusher_client_end(server, Z_OBJ_P(pusher));
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

static void free_object(zend_object *object)
{
	websocket_server *server = websocket_server_of(object);
	websocket_server_end(server);
	server->tie->server = NULL; /* only now: connections that end take themselves out of the server's list */
	websocket_server_close_listeners(server);
	if (server->listeners) {
		efree(server->listeners);
	}
	websocket_server_free_subprotocols(server);
	bws_certificate_free(server->certificate);
	zend_hash_destroy(&server->alarms);
	zend_hash_destroy(&server->signals);
	zend_hash_destroy(&server->fibers);
	zend_hash_destroy(&server->sleepers);
	zend_hash_destroy(&server->pusher_clients);
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
	zval *pusher;
	ZEND_HASH_FOREACH_VAL(&server->pusher_clients, pusher) {
		zend_get_gc_buffer_add_zval(buffer, pusher);
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
bool websocket_server_is_constructed(websocket_server *server)
{
	if (EXPECTED(Z_TYPE(server->options) != IS_UNDEF && Z_TYPE_P(websocket_option(&server->options, OPTION_KEEP_REQUEST)) != IS_UNDEF)) {
		return true;
	}
	zend_throw_error(NULL, "WebSocket\\Server was not constructed");
	return false;
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

ZEND_METHOD(WebSocket_Server, getDriver)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_STRING("epoll");
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
