/* WebSocket\PusherClient: subscribing and receiving, over a WebSocket\Client: by itself, or in a server's loop. */
#include "pusher_client.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* Before a failed connection is tried again by a loop. */
#define RETRY_MS 1000

void websocket_pusher_client_send_event(websocket_pusher_client *pusher, const char *event, zval *data)
{
	zval message;
	array_init(&message);
	add_assoc_string(&message, "event", event);
	add_assoc_zval(&message, "data", data);
	zend_string *json = websocket_pusher_client_encode(&message);
	zval_ptr_dtor(&message);
	if (json) {
		zval argument;
		ZVAL_STR(&argument, json);
		zend_call_method_with_1_params(Z_OBJ(pusher->client), websocket_client_ce, NULL, "send", NULL, &argument);
		zval_ptr_dtor(&argument);
	}
}

bool websocket_pusher_client_is_private(zend_string *channel)
{
	return zend_string_starts_with_cstr(channel, "private-", sizeof("private-") - 1);
}

void websocket_pusher_client_join(websocket_pusher_client *pusher, zend_string *channel)
{
	zval data;
	array_init(&data);
	add_assoc_str(&data, "channel", zend_string_copy(channel));
	if (websocket_pusher_client_is_private(channel)) {
		zend_string *text = strpprintf(0, "%s:%s", ZSTR_VAL(pusher->socket_id), ZSTR_VAL(channel));
		zend_string *signature = websocket_pusher_client_sign(pusher, text);
		zend_string_release(text);
		if (!signature) {
			zval_ptr_dtor(&data);
			return;
		}
		add_assoc_str(&data, "auth", strpprintf(0, "%s:%s", ZSTR_VAL(pusher->key), ZSTR_VAL(signature)));
		zend_string_release(signature);
	}
	websocket_pusher_client_send_event(pusher, "pusher:subscribe", &data);
}

static void forget_socket(websocket_pusher_client *pusher)
{
	if (pusher->socket_id) {
		zend_string_release(pusher->socket_id);
		pusher->socket_id = NULL;
	}
}

static void on_established(websocket_pusher_client *pusher, zval *data)
{
	zval arguments[2];
	zval decoded;
	zend_string *channel;
	if (!data || Z_TYPE_P(data) != IS_STRING) {
		return;
	}
	ZVAL_COPY_VALUE(&arguments[0], data);
	ZVAL_TRUE(&arguments[1]);
	if (!websocket_pusher_client_call("json_decode", &decoded, 2, arguments)) {
		return;
	}
	zval *id = websocket_pusher_client_at(&decoded, "socket_id");
	forget_socket(pusher);
	if (id && Z_TYPE_P(id) == IS_STRING) {
		pusher->socket_id = zend_string_copy(Z_STR_P(id));
		ZEND_HASH_FOREACH_STR_KEY(&pusher->channels, channel) {
			websocket_pusher_client_join(pusher, channel);
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
		zend_string *json = websocket_pusher_client_encode(data);
		if (json) {
			ZVAL_STR(text, json);
		} else {
			ZVAL_EMPTY_STRING(text);
		}
	}
}

/* One event of a channel; whether a handler was called. */
static bool on_event(websocket_pusher_client *pusher, zval *event, zval *channel, zval *data)
{
	websocket_callback *found = zend_hash_find_ptr(&pusher->channels, Z_STR_P(channel));
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
static bool take(websocket_pusher_client *pusher, const bws_message *message)
{
	zval arguments[2];
	zval decoded;
	bool was_called = false;
	ZVAL_STR(&arguments[0], websocket_client_payload(message));
	ZVAL_TRUE(&arguments[1]);
	bool well = websocket_pusher_client_call("json_decode", &decoded, 2, arguments);
	zval_ptr_dtor(&arguments[0]);
	if (!well) {
		return false;
	}
	zval *event = websocket_pusher_client_at(&decoded, "event");
	zval *channel = websocket_pusher_client_at(&decoded, "channel");
	zval *data = websocket_pusher_client_at(&decoded, "data");
	if (!event || Z_TYPE_P(event) != IS_STRING) {
		/* Not of this protocol. */
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:connection_established")) {
		on_established(pusher, data);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:ping")) {
		zval nothing;
		array_init(&nothing);
		websocket_pusher_client_send_event(pusher, "pusher:pong", &nothing);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:subscription_error")) {
		warn(channel && Z_TYPE_P(channel) == IS_STRING ? Z_STRVAL_P(channel) : "A channel was refused", data);
	} else if (zend_string_equals_literal(Z_STR_P(event), "pusher:error")) {
		warn("The server says", data);
	} else if (!zend_string_starts_with_cstr(Z_STR_P(event), "pusher_internal:", sizeof("pusher_internal:") - 1)
		&& channel && Z_TYPE_P(channel) == IS_STRING) {
		was_called = on_event(pusher, event, channel, data);
	}
	zval_ptr_dtor(&decoded);
	return was_called;
}

/* Handles what arrives until the deadline; how many handlers were called. With an exception if the connection failed. */
zend_long websocket_pusher_client_receive(websocket_pusher_client *pusher, int64_t deadline)
{
	websocket_client *client = websocket_client_of(Z_OBJ(pusher->client));
	zend_long called = 0;
	while (!EG(exception)) {
		bws_message message;
		int status = websocket_client_receive(client, &message, called > 0 ? 0 : deadline);
		if (client->known_connections != pusher->connections) {
			pusher->connections = client->known_connections;
			forget_socket(pusher);
		}
		if (status == BWS_DONE) {
			called += take(pusher, &message);
			continue;
		}
		if (status == BWS_CLOSED && !EG(exception)) {
			bws_bytes reason = {"", 0};
			uint16_t code = bws_client_close_code(client->core, &reason);
			forget_socket(pusher);
			zend_throw_exception_ex(websocket_connection_exception_ce, code, "the server closed the connection with %d: %.*s", code,
				(int)reason.len, reason.bytes);
		}
		break;
	}
	return called;
}

/* Inside of a server's loop */

void websocket_pusher_client_begin(websocket_server *server, zend_object *object, uint32_t number)
{
	websocket_client *client = websocket_client_of(Z_OBJ(websocket_pusher_client_of(object)->client));
	if (!websocket_client_own(client)) {
		return; /* a worker, and the process that forked it has connected already */
	}
	int descriptor = bws_client_readiness(client->core);
	if (descriptor >= 0) {
		bws_server_watch(server->core, descriptor, number);
	}
	websocket_pusher_client_turn(server, object, number);
}

void websocket_pusher_client_end(websocket_server *server, zend_object *object)
{
	websocket_client *client = websocket_client_of(Z_OBJ(websocket_pusher_client_of(object)->client));
	bws_server_unwatch(server->core, bws_client_readiness(client->core));
}

void websocket_pusher_client_turn(websocket_server *server, zend_object *object, uint32_t number)
{
	GC_ADDREF(object);
	websocket_pusher_client_receive(websocket_pusher_client_of(object), 0);
	if (EG(exception) && websocket_loop_fault(server, NULL) && server->core) {
		websocket_alarm *alarm = ecalloc(1, sizeof(*alarm));
		alarm->sleeper = number;
		zend_hash_index_add_new_ptr(&server->alarms, bws_server_set_alarm(server->core, RETRY_MS, 0), alarm);
	}
	OBJ_RELEASE(object);
}
