/* WebSocket\Link: what is heard, over a client of Pusher's protocol. */
#include "link.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* Before a failed connection is tried again by a loop. */
#define RETRY_MS 1000

void websocket_link_say(websocket_link *link, const char *event, zval *data)
{
	zval message;
	array_init(&message);
	add_assoc_string(&message, "event", event);
	add_assoc_zval(&message, "data", data);
	zend_string *json = websocket_link_encode(&message);
	zval_ptr_dtor(&message);
	if (json) {
		zval argument;
		ZVAL_STR(&argument, json);
		zend_call_method_with_1_params(Z_OBJ(link->client), websocket_client_ce, NULL, "send", NULL, &argument);
		zval_ptr_dtor(&argument);
	}
}

bool websocket_link_is_private(zend_string *channel)
{
	return zend_string_starts_with_cstr(channel, "private-", sizeof("private-") - 1);
}

void websocket_link_ask_for(websocket_link *link, zend_string *channel)
{
	zval data;
	array_init(&data);
	add_assoc_str(&data, "channel", zend_string_copy(channel));
	if (websocket_link_is_private(channel)) {
		zend_string *text = strpprintf(0, "%s:%s", ZSTR_VAL(link->socket_id), ZSTR_VAL(channel));
		zend_string *signature = websocket_link_sign(link, text);
		zend_string_release(text);
		if (!signature) {
			zval_ptr_dtor(&data);
			return;
		}
		add_assoc_str(&data, "auth", strpprintf(0, "%s:%s", ZSTR_VAL(link->key), ZSTR_VAL(signature)));
		zend_string_release(signature);
	}
	websocket_link_say(link, "pusher:subscribe", &data);
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
	if (!websocket_link_call("json_decode", &decoded, 2, arguments)) {
		return;
	}
	zval *id = websocket_link_at(&decoded, "socket_id");
	forget_socket(link);
	if (id && Z_TYPE_P(id) == IS_STRING) {
		link->socket_id = zend_string_copy(Z_STR_P(id));
		ZEND_HASH_FOREACH_STR_KEY(&link->channels, channel) {
			websocket_link_ask_for(link, channel);
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
		zend_string *json = websocket_link_encode(data);
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
	bool well = websocket_link_call("json_decode", &decoded, 2, arguments);
	zval_ptr_dtor(&arguments[0]);
	if (!well) {
		return false;
	}
	zval *event = websocket_link_at(&decoded, "event");
	zval *channel = websocket_link_at(&decoded, "channel");
	zval *data = websocket_link_at(&decoded, "data");
	if (!event || Z_TYPE_P(event) != IS_STRING) {
		/* Not of this protocol. */
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:connection_established")) {
		on_established(link, data);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:ping")) {
		zval nothing;
		array_init(&nothing);
		websocket_link_say(link, "pusher:pong", &nothing);
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
zend_long websocket_link_receive(websocket_link *link, int64_t deadline)
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
	websocket_client *client = websocket_client_of(Z_OBJ(websocket_link_of(object)->client));
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
	websocket_client *client = websocket_client_of(Z_OBJ(websocket_link_of(object)->client));
	bws_server_unwatch(server->core, bws_client_readiness(client->core));
}

void websocket_link_turn(websocket_server *server, zend_object *object, uint32_t number)
{
	GC_ADDREF(object);
	websocket_link_receive(websocket_link_of(object), 0);
	if (EG(exception) && websocket_loop_fault(server, NULL) && server->core) {
		websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
		alarm->sleeper = number;
		zend_hash_index_add_new_ptr(&server->alarms, bws_server_set_alarm(server->core, RETRY_MS, 0), alarm);
	}
	OBJ_RELEASE(object);
}
