/* WebSocket\PusherClient: the object and its methods, except publish(). JSON and signatures come from PHP's own functions, so that
 * the core needs neither. */
#include "pusher_client.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "pusher_client_arginfo.h"

zend_class_entry *websocket_pusher_client_ce;
static zend_object_handlers handlers;

#define THIS websocket_pusher_client_of(Z_OBJ_P(ZEND_THIS))

/* Calls a function of PHP by name; false with an exception. */
bool websocket_pusher_client_call(const char *name, zval *result, uint32_t count, zval *arguments)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), name, strlen(name));
	ZVAL_UNDEF(result);
	if (!function) {
		zend_throw_error(NULL, "WebSocket\\PusherClient needs %s(): its extension is not there", name);
		return false;
	}
	zend_call_known_function(function, NULL, NULL, result, count, arguments, NULL);
	return !EG(exception);
}

/* The value of a key; NULL if it is not there. */
zval *websocket_pusher_client_at(zval *array, const char *key)
{
	return Z_TYPE_P(array) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(array), key, strlen(key)) : NULL;
}

/* HMAC with SHA-256 in hexadecimal; NULL with an exception. */
zend_string *websocket_pusher_client_sign(websocket_pusher_client *pusher, zend_string *text)
{
	zval arguments[3];
	zval result;
	ZVAL_STRING(&arguments[0], "sha256");
	ZVAL_STR_COPY(&arguments[1], text);
	ZVAL_STR_COPY(&arguments[2], pusher->secret);
	bool well = websocket_pusher_client_call("hash_hmac", &result, 3, arguments);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
	zval_ptr_dtor(&arguments[2]);
	return well && Z_TYPE(result) == IS_STRING ? Z_STR(result) : NULL;
}

/* JSON of a value; NULL with an exception. */
zend_string *websocket_pusher_client_encode(zval *value)
{
	zval arguments[2];
	zval result;
	ZVAL_COPY_VALUE(&arguments[0], value);
	ZVAL_LONG(&arguments[1], (1 << 22) | 64 | 256); /* throw, and leave slashes and letters as they are */
	return websocket_pusher_client_call("json_encode", &result, 2, arguments) && Z_TYPE(result) == IS_STRING ? Z_STR(result) : NULL;
}

/* The object */

static void free_channel(zval *entry)
{
	websocket_callback *callback = Z_PTR_P(entry);
	websocket_callback_clear(callback);
	efree(callback);
}

static zend_object *create(zend_class_entry *ce)
{
	websocket_pusher_client *pusher = zend_object_alloc(sizeof(*pusher), ce);
	zend_object_std_init(&pusher->std, ce);
	object_properties_init(&pusher->std, ce);
	pusher->std.handlers = &handlers;
	zend_hash_init(&pusher->channels, 0, NULL, free_channel, false);
	return &pusher->std;
}

static void free_object(zend_object *object)
{
	websocket_pusher_client *pusher = websocket_pusher_client_of(object);
	zend_string *texts[] = {pusher->base, pusher->key, pusher->secret, pusher->app, pusher->socket_id};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i]) {
			zend_string_release(texts[i]);
		}
	}
	zend_hash_destroy(&pusher->channels);
	websocket_tie_drop(pusher->tie);
	zval_ptr_dtor(&pusher->client);
	zend_object_std_dtor(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	websocket_callback *callback;
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	ZEND_HASH_FOREACH_PTR(&websocket_pusher_client_of(object)->channels, callback) {
		zend_get_gc_buffer_add_zval(buffer, &callback->closure);
	} ZEND_HASH_FOREACH_END();
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

/* The address of the connection; NULL if the URL is none of HTTP's. */
static zend_string *address_of(zend_string *url, zend_string *key)
{
	const char *rest;
	const char *scheme;
	if (zend_string_starts_with_cstr(url, "http://", 7)) {
		scheme = "ws";
		rest = ZSTR_VAL(url) + 7;
	} else if (zend_string_starts_with_cstr(url, "https://", 8)) {
		scheme = "wss";
		rest = ZSTR_VAL(url) + 8;
	} else {
		return NULL;
	}
	if (*rest == '\0' || strpbrk(rest, "/?#")) {
		return NULL;
	}
	return strpprintf(0, "%s://%s/app/%s?protocol=7&client=php-websocket&version=" PHP_WEBSOCKET_VERSION, scheme, rest, ZSTR_VAL(key));
}

/* The options of the connection. By default it reconnects for as long as the program runs. */
static void options_of(zval *given, zval *options)
{
	if (given && Z_TYPE_P(given) != IS_ARRAY) {
		ZVAL_COPY(options, given);
		return;
	}
	array_init(options);
	add_assoc_long(options, "reconnectAttempts", INT32_MAX);
	add_assoc_long(options, "pingIntervalMs", 30000);
	if (given) {
		zend_hash_merge(Z_ARRVAL_P(options), Z_ARRVAL_P(given), zval_add_ref, true);
	}
}

ZEND_METHOD(WebSocket_PusherClient, __construct)
{
	zend_string *url;
	zend_string *key;
	zend_string *secret = ZSTR_EMPTY_ALLOC();
	zend_string *app = NULL;
	zval *options = NULL;

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_STR(url)
		Z_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(secret)
		Z_PARAM_STR(app)
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END();

	websocket_pusher_client *pusher = THIS;
	if (Z_TYPE(pusher->client) != IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\PusherClient is constructed already");
		RETURN_THROWS();
	}
	zend_string *base = ZSTR_LEN(url) > 0 && ZSTR_VAL(url)[ZSTR_LEN(url) - 1] == '/'
		? zend_string_init(ZSTR_VAL(url), ZSTR_LEN(url) - 1, 0) : zend_string_copy(url);
	zend_string *address = address_of(base, key);
	if (!address) {
		zend_string_release(base);
		zend_argument_value_error(1, "must be http:// or https:// with host and port alone, \"%s\" given", ZSTR_VAL(url));
		RETURN_THROWS();
	}
	zval arguments[2];
	zval client;
	ZVAL_STR(&arguments[0], address);
	options_of(options, &arguments[1]);
	object_init_ex(&client, websocket_client_ce);
	zend_call_known_instance_method(websocket_client_ce->constructor, Z_OBJ(client), NULL, 2, arguments);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
	if (EG(exception)) {
		zend_string_release(base);
		zval_ptr_dtor(&client);
		RETURN_THROWS();
	}
	ZVAL_COPY_VALUE(&pusher->client, &client);
	pusher->base = base;
	pusher->key = zend_string_copy(key);
	pusher->secret = zend_string_copy(secret);
	pusher->app = app ? zend_string_copy(app) : zend_string_init("1", 1, 0);
}

bool websocket_pusher_client_is_constructed(websocket_pusher_client *pusher)
{
	if (Z_TYPE(pusher->client) == IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\PusherClient was not constructed");
		return false;
	}
	return true;
}

ZEND_METHOD(WebSocket_PusherClient, subscribe)
{
	zend_string *channel;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(channel)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	websocket_pusher_client *pusher = THIS;
	if (!websocket_pusher_client_is_constructed(pusher)) {
		RETURN_THROWS();
	}
	if (ZSTR_LEN(channel) == 0 || zend_string_starts_with_cstr(channel, "presence-", sizeof("presence-") - 1)
		|| zend_string_starts_with_cstr(channel, "private-encrypted-", sizeof("private-encrypted-") - 1)) {
		zend_argument_value_error(1, "must be a public or a private channel: presence and encrypted ones have members, \"%s\" given",
			ZSTR_VAL(channel));
		RETURN_THROWS();
	}
	if (websocket_pusher_client_is_private(channel) && ZSTR_LEN(pusher->secret) == 0) {
		zend_throw_error(NULL, "A private channel needs the app's secret: give it to the constructor");
		RETURN_THROWS();
	}
	bool is_new = !zend_hash_exists(&pusher->channels, channel);
	websocket_callback *callback = ecalloc(1, sizeof(*callback));
	websocket_callback_set(callback, closure);
	zend_hash_update_ptr(&pusher->channels, channel, callback);
	if (is_new && pusher->socket_id) {
		websocket_pusher_client_join(pusher, channel);
	}
}

ZEND_METHOD(WebSocket_PusherClient, unsubscribe)
{
	zend_string *channel;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(channel)
	ZEND_PARSE_PARAMETERS_END();

	websocket_pusher_client *pusher = THIS;
	if (zend_hash_del(&pusher->channels, channel) == SUCCESS && pusher->socket_id) {
		zval data;
		array_init(&data);
		add_assoc_str(&data, "channel", zend_string_copy(channel));
		websocket_pusher_client_send_event(pusher, "pusher:unsubscribe", &data);
	}
}

ZEND_METHOD(WebSocket_PusherClient, attach)
{
	zend_object *server_object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(server_object, websocket_server_ce)
	ZEND_PARSE_PARAMETERS_END();

	websocket_pusher_client *pusher = THIS;
	websocket_server *server = websocket_server_of(server_object);
	if (!websocket_pusher_client_is_constructed(pusher)) {
		RETURN_THROWS();
	}
	if (pusher->tie && pusher->tie->server) {
		zend_throw_error(NULL, "The client is attached to a server already");
		RETURN_THROWS();
	}
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: attach() comes before run() and poll()");
		RETURN_THROWS();
	}
	websocket_tie_drop(pusher->tie);
	pusher->tie = websocket_tie_hold(server->tie);
	zval entry;
	ZVAL_OBJ_COPY(&entry, &pusher->std);
	zend_hash_next_index_insert(&server->pusher_clients, &entry);
}

ZEND_METHOD(WebSocket_PusherClient, poll)
{
	zend_long timeout_ms = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	websocket_pusher_client *pusher = THIS;
	if (!websocket_pusher_client_is_constructed(pusher)) {
		RETURN_THROWS();
	}
	if (pusher->tie && pusher->tie->server) {
		zend_throw_error(NULL, "The client is attached to a server, whose loop receives its channels");
		RETURN_THROWS();
	}
	if (!websocket_client_own(websocket_client_of(Z_OBJ(pusher->client)))) {
		RETURN_THROWS();
	}
	RETVAL_LONG(websocket_pusher_client_receive(pusher, timeout_ms < 0 ? WEBSOCKET_NEVER : websocket_now() + timeout_ms * 1000000));
}

ZEND_METHOD(WebSocket_PusherClient, getSocketId)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_pusher_client *pusher = THIS;
	if (pusher->socket_id) {
		RETURN_STR_COPY(pusher->socket_id);
	}
	RETURN_NULL();
}

void websocket_register_pusher_client(void)
{
	websocket_pusher_client_ce = register_class_WebSocket_PusherClient();
	/* The former name, deprecated. */
	zend_register_class_alias("WebSocket\\Link", websocket_pusher_client_ce);
	websocket_pusher_client_ce->create_object = create;
	websocket_pusher_client_ce->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_pusher_client, std);
	handlers.free_obj = free_object;
	handlers.get_gc = get_gc;
	handlers.clone_obj = NULL;
}
