/* WebSocket\Link: a client of Pusher's protocol, and of its HTTP API, over PHP's own functions for JSON, hashes and HTTP. */
#include "php_websocket_client.h"

#include "server.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

#include "link_arginfo.h"

zend_class_entry *websocket_link_ce;
static zend_object_handlers handlers;

/* Before a failed connection is tried again by a loop. */
#define RETRY_MS 1000
/* Most channels of one publication (Pusher's limit). */
#define MAX_CHANNELS 100

typedef struct {
	zval client;             /* a WebSocket\Client; UNDEF before the constructor */
	zend_string *base;       /* scheme, host and port, without a slash */
	zend_string *key;
	zend_string *secret;     /* empty without */
	zend_string *app;
	HashTable channels;      /* name to websocket_callback */
	zend_string *socket_id;  /* NULL before there is a connection */
	uint64_t connections;    /* how many there had been when it was told */
	websocket_tie *tie;      /* of the server that it is attached to */
	zend_object std;
} websocket_link;

static inline websocket_link *link_of(zend_object *object)
{
	return (websocket_link *)((char *)object - XtOffsetOf(websocket_link, std));
}

#define THIS link_of(Z_OBJ_P(ZEND_THIS))

/* Calls a function of PHP by name; false with an exception. */
static bool call(const char *name, zval *result, uint32_t count, zval *arguments)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), name, strlen(name));
	ZVAL_UNDEF(result);
	if (!function) {
		zend_throw_error(NULL, "WebSocket\\Link needs %s(): its extension is not there", name);
		return false;
	}
	zend_call_known_function(function, NULL, NULL, result, count, arguments, NULL);
	return !EG(exception);
}

/* The value of a key; NULL if it is not there. */
static zval *at(zval *array, const char *key)
{
	return Z_TYPE_P(array) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(array), key, strlen(key)) : NULL;
}

/* HMAC with SHA-256 in hexadecimal; NULL with an exception. */
static zend_string *sign(websocket_link *link, zend_string *text)
{
	zval arguments[3];
	zval result;
	ZVAL_STRING(&arguments[0], "sha256");
	ZVAL_STR_COPY(&arguments[1], text);
	ZVAL_STR_COPY(&arguments[2], link->secret);
	bool well = call("hash_hmac", &result, 3, arguments);
	zval_ptr_dtor(&arguments[0]);
	zval_ptr_dtor(&arguments[1]);
	zval_ptr_dtor(&arguments[2]);
	return well && Z_TYPE(result) == IS_STRING ? Z_STR(result) : NULL;
}

/* JSON of a value; NULL with an exception. */
static zend_string *encode(zval *value)
{
	zval arguments[2];
	zval result;
	ZVAL_COPY_VALUE(&arguments[0], value);
	ZVAL_LONG(&arguments[1], (1 << 22) | 64 | 256); /* throw, and leave slashes and letters as they are */
	return call("json_encode", &result, 2, arguments) && Z_TYPE(result) == IS_STRING ? Z_STR(result) : NULL;
}

/* What is heard */

static void say(websocket_link *link, const char *event, zval *data)
{
	zval message;
	array_init(&message);
	add_assoc_string(&message, "event", event);
	add_assoc_zval(&message, "data", data);
	zend_string *json = encode(&message);
	zval_ptr_dtor(&message);
	if (json) {
		zval argument;
		ZVAL_STR(&argument, json);
		zend_call_method_with_1_params(Z_OBJ(link->client), websocket_client_ce, NULL, "send", NULL, &argument);
		zval_ptr_dtor(&argument);
	}
}

static bool is_private(zend_string *channel)
{
	return zend_string_starts_with_cstr(channel, "private-", sizeof("private-") - 1);
}

static void ask_for(websocket_link *link, zend_string *channel)
{
	zval data;
	array_init(&data);
	add_assoc_str(&data, "channel", zend_string_copy(channel));
	if (is_private(channel)) {
		zend_string *text = strpprintf(0, "%s:%s", ZSTR_VAL(link->socket_id), ZSTR_VAL(channel));
		zend_string *signature = sign(link, text);
		zend_string_release(text);
		if (!signature) {
			zval_ptr_dtor(&data);
			return;
		}
		add_assoc_str(&data, "auth", strpprintf(0, "%s:%s", ZSTR_VAL(link->key), ZSTR_VAL(signature)));
		zend_string_release(signature);
	}
	say(link, "pusher:subscribe", &data);
}

static void forget_socket(websocket_link *link)
{
	if (link->socket_id) {
		zend_string_release(link->socket_id);
		link->socket_id = NULL;
	}
}

static void on_established(websocket_link *link, zval *data)
{
	zval arguments[2];
	zval decoded;
	zend_string *channel;
	if (!data || Z_TYPE_P(data) != IS_STRING) {
		return;
	}
	ZVAL_COPY_VALUE(&arguments[0], data);
	ZVAL_TRUE(&arguments[1]);
	if (!call("json_decode", &decoded, 2, arguments)) {
		return;
	}
	zval *id = at(&decoded, "socket_id");
	forget_socket(link);
	if (id && Z_TYPE_P(id) == IS_STRING) {
		link->socket_id = zend_string_copy(Z_STR_P(id));
		ZEND_HASH_FOREACH_STR_KEY(&link->channels, channel) {
			ask_for(link, channel);
		} ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&decoded);
}

/* Data of an event as text: Pusher's is, and others' JSON is written again. */
static void text_of(zval *data, zval *text)
{
	if (!data || Z_TYPE_P(data) == IS_NULL) {
		ZVAL_EMPTY_STRING(text);
	} else if (Z_TYPE_P(data) == IS_STRING) {
		ZVAL_COPY(text, data);
	} else {
		zend_string *json = encode(data);
		if (json) {
			ZVAL_STR(text, json);
		} else {
			ZVAL_EMPTY_STRING(text);
		}
	}
}

/* One event of a channel; whether a handler was called. */
static bool on_event(websocket_link *link, zval *event, zval *channel, zval *data)
{
	websocket_callback *found = zend_hash_find_ptr(&link->channels, Z_STR_P(channel));
	if (!found) {
		return false;
	}
	websocket_callback handler = *found;
	zval arguments[3];
	zval result;
	ZVAL_COPY(&handler.closure, &found->closure); /* it may unsubscribe */
	ZVAL_COPY(&arguments[0], event);
	text_of(data, &arguments[1]);
	ZVAL_COPY(&arguments[2], channel);
	if (!EG(exception)) {
		websocket_callback_call(&handler, &result, 3, arguments);
		zval_ptr_dtor(&result);
	}
	for (int i = 0; i < 3; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
	zval_ptr_dtor(&handler.closure);
	return true;
}

static void warn(const char *what, zval *data)
{
	zval text;
	text_of(data, &text);
	php_error_docref(NULL, E_WARNING, "%s: %s", what, Z_STRVAL(text));
	zval_ptr_dtor(&text);
}

/* One message of the server; whether a handler was called. */
static bool take(websocket_link *link, const bws_message *message)
{
	zval arguments[2];
	zval decoded;
	bool was_called = false;
	ZVAL_STR(&arguments[0], websocket_client_payload(message));
	ZVAL_TRUE(&arguments[1]);
	bool well = call("json_decode", &decoded, 2, arguments);
	zval_ptr_dtor(&arguments[0]);
	if (!well) {
		return false;
	}
	zval *event = at(&decoded, "event");
	zval *channel = at(&decoded, "channel");
	zval *data = at(&decoded, "data");
	if (!event || Z_TYPE_P(event) != IS_STRING) {
		/* Not of this protocol. */
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:connection_established")) {
		on_established(link, data);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:ping")) {
		zval nothing;
		array_init(&nothing);
		say(link, "pusher:pong", &nothing);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:subscription_error")) {
		warn(channel && Z_TYPE_P(channel) == IS_STRING ? Z_STRVAL_P(channel) : "A channel was refused", data);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:error")) {
		warn("The server says", data);
	} else if (!zend_string_starts_with_cstr(Z_STR_P(event), "pusher_internal:", sizeof("pusher_internal:") - 1)
		&& channel && Z_TYPE_P(channel) == IS_STRING) {
		was_called = on_event(link, event, channel, data);
	}
	zval_ptr_dtor(&decoded);
	return was_called;
}

/* Takes what has come until the deadline; how many handlers were called. With an exception if the connection failed. */
static zend_long receive(websocket_link *link, int64_t deadline)
{
	websocket_client *client = websocket_client_of(Z_OBJ(link->client));
	zend_long called = 0;
	while (!EG(exception)) {
		bws_message message;
		int status = websocket_client_receive(client, &message, called > 0 ? 0 : deadline);
		if (client->known_connections != link->connections) {
			link->connections = client->known_connections;
			forget_socket(link);
		}
		if (status == BWS_DONE) {
			called += take(link, &message);
			continue;
		}
		if (status == BWS_CLOSED && !EG(exception)) {
			bws_bytes reason = {"", 0};
			uint16_t code = bws_client_close_code(client->core, &reason);
			forget_socket(link);
			zend_throw_exception_ex(websocket_connection_exception_ce, code, "the server closed the link with %d: %.*s", code,
				(int)reason.len, reason.bytes);
		}
		break;
	}
	return called;
}

/* Inside of a server's loop */

void websocket_link_begin(websocket_server *server, zend_object *object, uint32_t number)
{
	websocket_client *client = websocket_client_of(Z_OBJ(link_of(object)->client));
	if (!websocket_client_own(client)) {
		return; /* a worker, and the process that forked it has connected already */
	}
	int descriptor = bws_client_readiness(client->core);
	if (descriptor >= 0) {
		bws_server_watch(server->core, descriptor, number);
	}
	websocket_link_turn(server, object, number);
}

void websocket_link_end(websocket_server *server, zend_object *object)
{
	websocket_client *client = websocket_client_of(Z_OBJ(link_of(object)->client));
	bws_server_unwatch(server->core, bws_client_readiness(client->core));
}

void websocket_link_turn(websocket_server *server, zend_object *object, uint32_t number)
{
	GC_ADDREF(object);
	receive(link_of(object), 0);
	if (EG(exception) && websocket_loop_fault(server, NULL) && server->core) {
		websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
		alarm->sleeper = number;
		zend_hash_index_add_new_ptr(&server->alarms, bws_server_set_alarm(server->core, RETRY_MS, 0), alarm);
	}
	OBJ_RELEASE(object);
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
	websocket_link *link = zend_object_alloc(sizeof(*link), ce);
	zend_object_std_init(&link->std, ce);
	object_properties_init(&link->std, ce);
	link->std.handlers = &handlers;
	zend_hash_init(&link->channels, 0, NULL, free_channel, false);
	return &link->std;
}

static void free_object(zend_object *object)
{
	websocket_link *link = link_of(object);
	zend_string *texts[] = {link->base, link->key, link->secret, link->app, link->socket_id};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i]) {
			zend_string_release(texts[i]);
		}
	}
	zend_hash_destroy(&link->channels);
	websocket_tie_drop(link->tie);
	zval_ptr_dtor(&link->client);
	zend_object_std_dtor(object);
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	websocket_callback *callback;
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	ZEND_HASH_FOREACH_PTR(&link_of(object)->channels, callback) {
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

/* What the connection does unless it is told otherwise: it comes back for as long as the program runs. */
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

ZEND_METHOD(WebSocket_Link, __construct)
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

	websocket_link *link = THIS;
	if (Z_TYPE(link->client) != IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\Link is constructed already");
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
	ZVAL_COPY_VALUE(&link->client, &client);
	link->base = base;
	link->key = zend_string_copy(key);
	link->secret = zend_string_copy(secret);
	link->app = app ? zend_string_copy(app) : zend_string_init("app-id", sizeof("app-id") - 1, 0);
}

static bool is_constructed(websocket_link *link)
{
	if (Z_TYPE(link->client) == IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\Link was not constructed");
		return false;
	}
	return true;
}

ZEND_METHOD(WebSocket_Link, subscribe)
{
	zend_string *channel;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(channel)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	websocket_link *link = THIS;
	if (!is_constructed(link)) {
		RETURN_THROWS();
	}
	if (ZSTR_LEN(channel) == 0 || zend_string_starts_with_cstr(channel, "presence-", sizeof("presence-") - 1)
		|| zend_string_starts_with_cstr(channel, "private-encrypted-", sizeof("private-encrypted-") - 1)) {
		zend_argument_value_error(1, "must be a public or a private channel: presence and encrypted ones have members, \"%s\" given",
			ZSTR_VAL(channel));
		RETURN_THROWS();
	}
	if (is_private(channel) && ZSTR_LEN(link->secret) == 0) {
		zend_throw_error(NULL, "A private channel needs the app's secret: give it to the constructor");
		RETURN_THROWS();
	}
	bool is_new = !zend_hash_exists(&link->channels, channel);
	websocket_callback *callback = ecalloc(1, sizeof(*callback));
	websocket_callback_set(callback, closure);
	zend_hash_update_ptr(&link->channels, channel, callback);
	if (is_new && link->socket_id) {
		ask_for(link, channel);
	}
}

ZEND_METHOD(WebSocket_Link, unsubscribe)
{
	zend_string *channel;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(channel)
	ZEND_PARSE_PARAMETERS_END();

	websocket_link *link = THIS;
	if (zend_hash_del(&link->channels, channel) == SUCCESS && link->socket_id) {
		zval data;
		array_init(&data);
		add_assoc_str(&data, "channel", zend_string_copy(channel));
		say(link, "pusher:unsubscribe", &data);
	}
}

ZEND_METHOD(WebSocket_Link, attach)
{
	zend_object *server_object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(server_object, websocket_server_ce)
	ZEND_PARSE_PARAMETERS_END();

	websocket_link *link = THIS;
	websocket_server *server = websocket_server_of(server_object);
	if (!is_constructed(link)) {
		RETURN_THROWS();
	}
	if (link->tie && link->tie->server) {
		zend_throw_error(NULL, "The link is attached to a server already");
		RETURN_THROWS();
	}
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: attach() comes before run() and poll()");
		RETURN_THROWS();
	}
	websocket_tie_drop(link->tie);
	link->tie = websocket_tie_hold(server->tie);
	zval entry;
	ZVAL_OBJ_COPY(&entry, &link->std);
	zend_hash_next_index_insert(&server->links, &entry);
}

ZEND_METHOD(WebSocket_Link, poll)
{
	zend_long timeout_ms = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout_ms)
	ZEND_PARSE_PARAMETERS_END();

	websocket_link *link = THIS;
	if (!is_constructed(link)) {
		RETURN_THROWS();
	}
	if (link->tie && link->tie->server) {
		zend_throw_error(NULL, "The link is attached to a server, whose loop hears its channels");
		RETURN_THROWS();
	}
	if (!websocket_client_own(websocket_client_of(Z_OBJ(link->client)))) {
		RETURN_THROWS();
	}
	RETVAL_LONG(receive(link, timeout_ms < 0 ? WEBSOCKET_NEVER : websocket_now() + timeout_ms * 1000000));
}

ZEND_METHOD(WebSocket_Link, getSocketId)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_link *link = THIS;
	if (link->socket_id) {
		RETURN_STR_COPY(link->socket_id);
	}
	RETURN_NULL();
}

/* Publishing */

/* The body of a publication; NULL with an exception. */
static zend_string *body_of(zend_string *channel, HashTable *channels, zend_string *event, zend_string *data, zend_string *except)
{
	zval body;
	zval list;
	array_init(&body);
	if (channels) {
		ZVAL_ARR(&list, zend_array_to_list(channels));
	} else {
		array_init(&list);
		add_next_index_str(&list, zend_string_copy(channel));
	}
	add_assoc_str(&body, "name", zend_string_copy(event));
	add_assoc_zval(&body, "channels", &list);
	add_assoc_str(&body, "data", zend_string_copy(data));
	if (except) {
		add_assoc_str(&body, "socket_id", zend_string_copy(except));
	}
	zend_string *json = encode(&body);
	zval_ptr_dtor(&body);
	return json;
}

/* The signed address of a publication (Pusher's HTTP API, authentication); NULL with an exception. */
static zend_string *signed_url(websocket_link *link, zend_string *body)
{
	zval argument;
	zval digest;
	ZVAL_STR(&argument, body);
	if (!call("md5", &digest, 1, &argument)) {
		return NULL;
	}
	zend_string *query = strpprintf(0, "auth_key=%s&auth_timestamp=" ZEND_LONG_FMT "&auth_version=1.0&body_md5=%s", ZSTR_VAL(link->key),
		(zend_long)time(NULL), Z_STRVAL(digest));
	zend_string *text = strpprintf(0, "POST\n/apps/%s/events\n%s", ZSTR_VAL(link->app), ZSTR_VAL(query));
	zend_string *signature = sign(link, text);
	zend_string *url = signature ? strpprintf(0, "%s/apps/%s/events?%s&auth_signature=%s", ZSTR_VAL(link->base), ZSTR_VAL(link->app),
		ZSTR_VAL(query), ZSTR_VAL(signature)) : NULL;
	if (signature) {
		zend_string_release(signature);
	}
	zend_string_release(text);
	zend_string_release(query);
	zval_ptr_dtor(&digest);
	return url;
}

/* The options of PHP's own HTTP client. */
static bool make_context(zval *context, zend_string *body)
{
	zval options;
	zval http;
	array_init(&http);
	add_assoc_string(&http, "method", "POST");
	add_assoc_string(&http, "header", "Content-Type: application/json\r\nConnection: close");
	add_assoc_str(&http, "content", zend_string_copy(body));
	add_assoc_bool(&http, "ignore_errors", true);
	add_assoc_long(&http, "timeout", 10);
	add_assoc_double(&http, "protocol_version", 1.1);
	array_init(&options);
	add_assoc_zval(&options, "http", &http);
	bool well = call("stream_context_create", context, 1, &options);
	zval_ptr_dtor(&options);
	return well;
}

/* The status of an answer, 0 if there is none. */
static zend_long status_of(zval *stream)
{
	zval meta;
	zend_long status = 0;
	if (!call("stream_get_meta_data", &meta, 1, stream)) {
		return 0;
	}
	zval *lines = at(&meta, "wrapper_data");
	zval *first = lines && Z_TYPE_P(lines) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(lines), 0) : NULL;
	const char *space = first && Z_TYPE_P(first) == IS_STRING ? strchr(Z_STRVAL_P(first), ' ') : NULL;
	if (space) {
		status = ZEND_STRTOL(space + 1, NULL, 10);
	}
	zval_ptr_dtor(&meta);
	return status;
}

static void post(websocket_link *link, zend_string *url, zend_string *body)
{
	zval arguments[4];
	zval stream;
	zval answer;
	if (!make_context(&arguments[3], body)) {
		return;
	}
	ZVAL_STR_COPY(&arguments[0], url);
	ZVAL_STRING(&arguments[1], "r");
	ZVAL_FALSE(&arguments[2]);
	/* What it would warn of becomes an exception. */
	int reporting = EG(error_reporting);
	EG(error_reporting) = 0;
	bool well = call("fopen", &stream, 4, arguments);
	EG(error_reporting) = reporting;
	if (well && Z_TYPE(stream) == IS_RESOURCE) {
		zend_long status = status_of(&stream);
		call("stream_get_contents", &answer, 1, &stream);
		if (!EG(exception) && (status < 200 || status > 299)) {
			zend_throw_exception_ex(websocket_connection_exception_ce, status, "the server refused the publication with %d: %s", (int)status,
				Z_TYPE(answer) == IS_STRING ? Z_STRVAL(answer) : "");
		}
		zval_ptr_dtor(&answer);
	} else if (!EG(exception)) {
		/* PHP's text begins with the address, and that ends with the signature. */
		const char *text = PG(last_error_message) ? ZSTR_VAL(PG(last_error_message)) : "";
		const char *why = strstr(text, "stream: ");
		zend_throw_exception_ex(websocket_connection_exception_ce, 0, "the server cannot be reached at %s: %s", ZSTR_VAL(link->base),
			why ? why + sizeof("stream: ") - 1 : "the connection failed");
	}
	zval_ptr_dtor(&stream);
	for (int i = 0; i < 4; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
}

ZEND_METHOD(WebSocket_Link, publish)
{
	zend_string *channel = NULL;
	HashTable *channels = NULL;
	zend_string *event;
	zend_string *data;
	zend_string *except = NULL;

	ZEND_PARSE_PARAMETERS_START(3, 4)
		Z_PARAM_ARRAY_HT_OR_STR(channels, channel)
		Z_PARAM_STR(event)
		Z_PARAM_STR(data)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(except)
	ZEND_PARSE_PARAMETERS_END();

	websocket_link *link = THIS;
	if (!is_constructed(link)) {
		RETURN_THROWS();
	}
	if (ZSTR_LEN(link->secret) == 0) {
		zend_throw_error(NULL, "Publishing needs the app's secret: give it to the constructor");
		RETURN_THROWS();
	}
	if (channels && (zend_hash_num_elements(channels) == 0 || zend_hash_num_elements(channels) > MAX_CHANNELS)) {
		zend_argument_value_error(1, "must have 1 to %d channels, %u given", MAX_CHANNELS, zend_hash_num_elements(channels));
		RETURN_THROWS();
	}
	zend_string *body = body_of(channel, channels, event, data, except);
	zend_string *url = body ? signed_url(link, body) : NULL;
	if (url) {
		post(link, url, body);
		zend_string_release(url);
	}
	if (body) {
		zend_string_release(body);
	}
}

void websocket_register_link(void)
{
	websocket_link_ce = register_class_WebSocket_Link();
	websocket_link_ce->create_object = create;
	websocket_link_ce->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_link, std);
	handlers.free_obj = free_object;
	handlers.get_gc = get_gc;
	handlers.clone_obj = NULL;
}
