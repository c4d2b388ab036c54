/* WebSocket\PusherClient::publish(): a signed request to the HTTP API, by PHP's own HTTP client. */
#include "pusher_client.h"

#include "zend_exceptions.h"

/* Most channels of one publication (Pusher's limit). */
#define MAX_CHANNELS 100

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
	zend_string *json = websocket_pusher_client_encode(&body);
	zval_ptr_dtor(&body);
	return json;
}

/* The signed address of a publication (Pusher's HTTP API, authentication); NULL with an exception. */
static zend_string *signed_url(websocket_pusher_client *pusher, zend_string *body)
{
	zval argument;
	zval digest;
	ZVAL_STR(&argument, body);
	if (!websocket_pusher_client_call("md5", &digest, 1, &argument)) {
		return NULL;
	}
	zend_string *query = strpprintf(0, "auth_key=%s&auth_timestamp=" ZEND_LONG_FMT "&auth_version=1.0&body_md5=%s", ZSTR_VAL(pusher->key),
		(zend_long)time(NULL), Z_STRVAL(digest));
	zend_string *text = strpprintf(0, "POST\n/apps/%s/events\n%s", ZSTR_VAL(pusher->app), ZSTR_VAL(query));
	zend_string *signature = websocket_pusher_client_sign(pusher, text);
	zend_string *url = signature ? strpprintf(0, "%s/apps/%s/events?%s&auth_signature=%s", ZSTR_VAL(pusher->base), ZSTR_VAL(pusher->app),
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
	bool well = websocket_pusher_client_call("stream_context_create", context, 1, &options);
	zval_ptr_dtor(&options);
	return well;
}

/* The status of an answer, 0 if there is none. */
static zend_long status_of(zval *stream)
{
	zval meta;
	zend_long status = 0;
	if (!websocket_pusher_client_call("stream_get_meta_data", &meta, 1, stream)) {
		return 0;
	}
	zval *lines = websocket_pusher_client_at(&meta, "wrapper_data");
	zval *first = lines && Z_TYPE_P(lines) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(lines), 0) : NULL;
	const char *space = first && Z_TYPE_P(first) == IS_STRING ? strchr(Z_STRVAL_P(first), ' ') : NULL;
	if (space) {
		status = ZEND_STRTOL(space + 1, NULL, 10);
	}
	zval_ptr_dtor(&meta);
	return status;
}

static void post(websocket_pusher_client *pusher, zend_string *url, zend_string *body)
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
	bool well = websocket_pusher_client_call("fopen", &stream, 4, arguments);
	EG(error_reporting) = reporting;
	if (well && Z_TYPE(stream) == IS_RESOURCE) {
		zend_long status = status_of(&stream);
		websocket_pusher_client_call("stream_get_contents", &answer, 1, &stream);
		if (!EG(exception) && (status < 200 || status > 299)) {
			zend_throw_exception_ex(websocket_connection_exception_ce, status, "the server refused the publication with %d: %s", (int)status,
				Z_TYPE(answer) == IS_STRING ? Z_STRVAL(answer) : "");
		}
		zval_ptr_dtor(&answer);
	} else if (!EG(exception)) {
		/* PHP's text begins with the address, and that ends with the signature. */
		const char *text = PG(last_error_message) ? ZSTR_VAL(PG(last_error_message)) : "";
		const char *why = strstr(text, "stream: ");
		zend_throw_exception_ex(websocket_connection_exception_ce, 0, "the server cannot be reached at %s: %s", ZSTR_VAL(pusher->base),
			why ? why + sizeof("stream: ") - 1 : "the connection failed");
	}
	zval_ptr_dtor(&stream);
	for (int i = 0; i < 4; i++) {
		zval_ptr_dtor(&arguments[i]);
	}
}

ZEND_METHOD(WebSocket_PusherClient, publish)
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

	websocket_pusher_client *pusher = websocket_pusher_client_of(Z_OBJ_P(ZEND_THIS));
	if (!websocket_pusher_client_is_constructed(pusher)) {
		RETURN_THROWS();
	}
	if (ZSTR_LEN(pusher->secret) == 0) {
		zend_throw_error(NULL, "Publishing needs the app's secret: give it to the constructor");
		RETURN_THROWS();
	}
	if (channels && (zend_hash_num_elements(channels) == 0 || zend_hash_num_elements(channels) > MAX_CHANNELS)) {
		zend_argument_value_error(1, "must have 1 to %d channels, %u given", MAX_CHANNELS, zend_hash_num_elements(channels));
		RETURN_THROWS();
	}
	zend_string *body = body_of(channel, channels, event, data, except);
	zend_string *url = body ? signed_url(pusher, body) : NULL;
	if (url) {
		post(pusher, url, body);
		zend_string_release(url);
	}
	if (body) {
		zend_string_release(body);
	}
}
