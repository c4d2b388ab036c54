/* Conversion of WebSocket\ClientOptions to the structure of the core. */
#include "php_websocket_client.h"

static bws_bytes bytes_of(const zend_string *string)
{
	return (bws_bytes) {ZSTR_VAL(string), ZSTR_LEN(string)};
}

/* A list for the core; to be freed with efree. */
static bws_bytes *headers_of(HashTable *headers)
{
	bws_bytes *list = safe_emalloc(zend_hash_num_elements(headers), 2 * sizeof(bws_bytes), 1);
	size_t at = 0;
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(headers, name, value) {
		ZVAL_DEREF(value);
		list[at++] = bytes_of(name);
		list[at++] = bytes_of(Z_STR_P(value));
	} ZEND_HASH_FOREACH_END();
	return list;
}

static bws_bytes *subprotocols_of(HashTable *subprotocols)
{
	bws_bytes *list = safe_emalloc(zend_hash_num_elements(subprotocols), sizeof(bws_bytes), 1);
	size_t at = 0;
	zval *value;
	ZEND_HASH_FOREACH_VAL(subprotocols, value) {
		ZVAL_DEREF(value);
		list[at++] = bytes_of(Z_STR_P(value));
	} ZEND_HASH_FOREACH_END();
	return list;
}

static bws_client *make(zend_string *url, zval *values, bws_failure *failure)
{
	HashTable *headers = Z_ARRVAL(values[WEBSOCKET_CLIENT_HEADERS]), *subprotocols = Z_ARRVAL(values[WEBSOCKET_CLIENT_SUBPROTOCOLS]);
	bws_bytes *header_list = headers_of(headers), *subprotocol_list = subprotocols_of(subprotocols);
	bws_client_settings settings = {
		.headers = header_list,
		.headers_len = 2 * (size_t) zend_hash_num_elements(headers),
		.subprotocols = subprotocol_list,
		.subprotocols_len = zend_hash_num_elements(subprotocols),
		.connect_timeout = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_CONNECT_TIMEOUT]),
		.ping_interval = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_PING_INTERVAL]),
		.pong_timeout = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_PONG_TIMEOUT]),
		.close_timeout = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_CLOSE_TIMEOUT]),
		.reconnect_attempts = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_RECONNECT_ATTEMPTS]),
		.reconnect_delay = (uint32_t) Z_LVAL(values[WEBSOCKET_CLIENT_RECONNECT_DELAY]),
		.max_message_size = (size_t) Z_LVAL(values[WEBSOCKET_CLIENT_MAX_MESSAGE_SIZE]),
		.compression = Z_TYPE(values[WEBSOCKET_CLIENT_COMPRESSION]) == IS_TRUE,
		.verify_peer = Z_TYPE(values[WEBSOCKET_CLIENT_VERIFY_PEER]) == IS_TRUE,
	};
	if (Z_TYPE(values[WEBSOCKET_CLIENT_CA_FILE]) == IS_STRING) {
		settings.ca_file = bytes_of(Z_STR(values[WEBSOCKET_CLIENT_CA_FILE]));
	}
	bws_client *client = bws_client_new(bytes_of(url), &settings, failure);
	efree(header_list);
	efree(subprotocol_list);
	return client;
}

bws_client *websocket_client_configure(zend_string *url, zval *options)
{
	zval values[WEBSOCKET_CLIENT_OPTIONS];
	if (!websocket_client_options(options, values)) {
		return NULL;
	}
	bws_failure failure = {0};
	bws_client *client = make(url, values, &failure);
	if (!client) {
		zend_argument_value_error(1, "%.*s", (int) failure.len, failure.text);
	}
	return client;
}
