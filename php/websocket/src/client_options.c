/* WebSocket\ClientOptions: what its constructor takes, an array may give to Client by the same names. */
#include "php_websocket_client.h"

#include "main/fopen_wrappers.h"
#include "zend_exceptions.h"

/* Times fit 32 bits, which is 24 days. */
#define MOST_MS INT32_MAX

typedef enum { HEADERS, SUBPROTOCOLS, INTEGER, BOOLEAN, PATH } kind;

static const struct {
	const char *name;
	kind kind;
	zend_long least, most, usual;
} known[WEBSOCKET_CLIENT_OPTIONS] = {
	{"headers", HEADERS, 0, 0, 0},
	{"subprotocols", SUBPROTOCOLS, 0, 0, 0},
	{"connectTimeoutMs", INTEGER, 1, MOST_MS, 10000},
	{"maxMessageSize", INTEGER, 1, ZEND_LONG_MAX / 4, 16777216},
	{"compression", BOOLEAN, 0, 1, 0},
	{"pingIntervalMs", INTEGER, 0, MOST_MS, 0},
	{"pongTimeoutMs", INTEGER, 1, MOST_MS, 10000},
	{"closeTimeoutMs", INTEGER, 1, MOST_MS, 2000},
	{"reconnectAttempts", INTEGER, 0, MOST_MS, 0},
	{"reconnectDelayMs", INTEGER, 1, MOST_MS, 500},
	{"verifyPeer", BOOLEAN, 0, 1, 1},
	{"caFile", PATH, 0, 0, 0},
};

/* Says what is wrong with an option, whether it was an argument or an element of an array. */
ZEND_ATTRIBUTE_FORMAT(printf, 3, 4)
static bool refuse(zend_class_entry *error, uint32_t option, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	zend_string *text = zend_vstrpprintf(0, format, arguments);
	va_end(arguments);
	zend_throw_exception_ex(error, 0, "WebSocket\\ClientOptions: option %s %s", known[option].name, ZSTR_VAL(text));
	zend_string_release(text);
	return false;
}

static bool check_type(uint32_t option, const char *expected, const zval *value)
{
	return refuse(zend_ce_type_error, option, "must be of type %s, %s given", expected, zend_zval_type_name(value));
}

static bws_bytes bytes_of(const zend_string *string)
{
	return (bws_bytes) {ZSTR_VAL(string), ZSTR_LEN(string)};
}

static bool check_headers(uint32_t option, HashTable *headers)
{
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(headers, name, value) {
		if (!name) {
			return refuse(zend_ce_value_error, option, "must have the names of headers as its keys");
		}
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_STRING) {
			return refuse(zend_ce_type_error, option, "must be strings, %s given for %s", zend_zval_type_name(value), ZSTR_VAL(name));
		}
		switch (bws_header_fault(bytes_of(name), bytes_of(Z_STR_P(value)))) {
			case 0:
				break;
			case 1:
				return refuse(zend_ce_value_error, option, "has a name that no header can have");
			case 2:
				return refuse(zend_ce_value_error, option, "must be UTF-8 without line ends and other control characters, unlike %s", ZSTR_VAL(name));
			default:
				return refuse(zend_ce_value_error, option, "must not set %s: that is the handshake's own, and subprotocols and compression decide of it", ZSTR_VAL(name));
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool check_subprotocols(uint32_t option, HashTable *subprotocols)
{
	zval *value, *earlier;
	HashTable seen;
	bool is_good = true;
	zend_hash_init(&seen, zend_hash_num_elements(subprotocols), NULL, NULL, 0);
	ZEND_HASH_FOREACH_VAL(subprotocols, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_STRING) {
			is_good = refuse(zend_ce_type_error, option, "must be strings, %s given", zend_zval_type_name(value));
		} else if (!bws_is_token(bytes_of(Z_STR_P(value)))) {
			is_good = refuse(zend_ce_value_error, option, "must be tokens (RFC 9110): letters, digits and !#$%%&'*+-.^_`|~");
		} else if ((earlier = zend_hash_find(&seen, Z_STR_P(value)))) {
			is_good = refuse(zend_ce_value_error, option, "must not have %s twice", Z_STRVAL_P(value));
		} else {
			zend_hash_add_empty_element(&seen, Z_STR_P(value));
		}
		if (!is_good) {
			break;
		}
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(&seen);
	return is_good;
}

static bool check_path(uint32_t option, const zval *value)
{
	if (Z_TYPE_P(value) == IS_NULL) {
		return true;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		return check_type(option, "?string", value);
	}
	if (Z_STRLEN_P(value) == 0 || strlen(Z_STRVAL_P(value)) != Z_STRLEN_P(value)) {
		return refuse(zend_ce_value_error, option, "must be a path, or null");
	}
	if (php_check_open_basedir_ex(Z_STRVAL_P(value), 0)) {
		return refuse(zend_ce_value_error, option, "must be a path within open_basedir");
	}
	return true;
}

static bool check(uint32_t option, zval *value)
{
	switch (known[option].kind) {
		case HEADERS:
		case SUBPROTOCOLS:
			if (Z_TYPE_P(value) != IS_ARRAY) {
				return check_type(option, "array", value);
			}
			return known[option].kind == HEADERS ? check_headers(option, Z_ARRVAL_P(value)) : check_subprotocols(option, Z_ARRVAL_P(value));
		case INTEGER:
			if (Z_TYPE_P(value) != IS_LONG) {
				return check_type(option, "int", value);
			}
			if (Z_LVAL_P(value) < known[option].least || Z_LVAL_P(value) > known[option].most) {
				return refuse(zend_ce_value_error, option, "must be between " ZEND_LONG_FMT " and " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given",
					known[option].least, known[option].most, Z_LVAL_P(value));
			}
			return true;
		case BOOLEAN:
			return Z_TYPE_P(value) == IS_TRUE || Z_TYPE_P(value) == IS_FALSE || check_type(option, "bool", value);
		case PATH:
			return check_path(option, value);
	}
	return false;
}

static void set_defaults(zval *values)
{
	for (uint32_t option = 0; option < WEBSOCKET_CLIENT_OPTIONS; option++) {
		switch (known[option].kind) {
			case HEADERS:
			case SUBPROTOCOLS:
				ZVAL_EMPTY_ARRAY(&values[option]);
				break;
			case INTEGER:
				ZVAL_LONG(&values[option], known[option].usual);
				break;
			case BOOLEAN:
				ZVAL_BOOL(&values[option], known[option].usual);
				break;
			case PATH:
				ZVAL_NULL(&values[option]);
				break;
		}
	}
}

/* How many characters tell two names apart, without regard to case: Levenshtein's distance. */
static size_t distance(const char *one, size_t one_length, const char *other)
{
	size_t row[32];
	size_t other_length = strlen(other);
	for (size_t j = 0; j <= other_length; j++) {
		row[j] = j;
	}
	for (size_t i = 1; i <= one_length; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= other_length; j++) {
			size_t above = row[j];
			bool same = zend_tolower_ascii(one[i - 1]) == zend_tolower_ascii(other[j - 1]);
			size_t changed = diagonal + (same ? 0 : 1);
			size_t inserted = MIN(above, row[j - 1]) + 1;
			row[j] = MIN(changed, inserted);
			diagonal = above;
		}
	}
	return row[other_length];
}

static void refuse_unknown(const zend_string *name)
{
	const char *nearest = known[0].name;
	size_t least = SIZE_MAX;
	/* Names of ours have at most 17 characters: one that is longer than 64 is near to none. */
	for (uint32_t option = 0; option < WEBSOCKET_CLIENT_OPTIONS && ZSTR_LEN(name) <= 64; option++) {
		size_t far = distance(ZSTR_VAL(name), ZSTR_LEN(name), known[option].name);
		if (far < least) {
			least = far;
			nearest = known[option].name;
		}
	}
	zend_value_error("WebSocket\\ClientOptions: there is no option %s; the nearest is %s", ZSTR_VAL(name), nearest);
}

static bool is_name(const zend_string *given, const char *name)
{
	return ZSTR_LEN(given) == strlen(name) && !memcmp(ZSTR_VAL(given), name, ZSTR_LEN(given));
}

static bool take_array(HashTable *given, zval *values)
{
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(given, name, value) {
		if (!name) {
			zend_value_error("WebSocket\\ClientOptions: an array of options must have their names as its keys");
			return false;
		}
		uint32_t option = 0;
		while (option < WEBSOCKET_CLIENT_OPTIONS && !is_name(name, known[option].name)) {
			option++;
		}
		if (option == WEBSOCKET_CLIENT_OPTIONS) {
			refuse_unknown(name);
			return false;
		}
		ZVAL_DEREF(value);
		if (!check(option, value)) {
			return false;
		}
		ZVAL_COPY_VALUE(&values[option], value);
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool take_object(zend_object *given, zval *values)
{
	for (uint32_t option = 0; option < WEBSOCKET_CLIENT_OPTIONS; option++) {
		ZVAL_COPY_VALUE(&values[option], OBJ_PROP_NUM(given, option));
		if (Z_TYPE(values[option]) == IS_UNDEF) {
			zend_throw_error(NULL, "WebSocket\\ClientOptions was made without its constructor");
			return false;
		}
	}
	return true;
}

bool websocket_client_options(zval *options, zval *values)
{
	set_defaults(values);
	return !options
		|| (Z_TYPE_P(options) == IS_ARRAY ? take_array(Z_ARRVAL_P(options), values) : take_object(Z_OBJ_P(options), values));
}

ZEND_METHOD(WebSocket_ClientOptions, __construct)
{
	zval values[WEBSOCKET_CLIENT_OPTIONS];
	set_defaults(values);
	bool compression = false, verify_peer = true;
	zend_string *ca_file = NULL;
	zval *headers = &values[WEBSOCKET_CLIENT_HEADERS], *subprotocols = &values[WEBSOCKET_CLIENT_SUBPROTOCOLS];

	ZEND_PARSE_PARAMETERS_START(0, WEBSOCKET_CLIENT_OPTIONS)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY(headers)
		Z_PARAM_ARRAY(subprotocols)
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_CONNECT_TIMEOUT]))
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_MAX_MESSAGE_SIZE]))
		Z_PARAM_BOOL(compression)
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_PING_INTERVAL]))
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_PONG_TIMEOUT]))
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_CLOSE_TIMEOUT]))
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_RECONNECT_ATTEMPTS]))
		Z_PARAM_LONG(Z_LVAL(values[WEBSOCKET_CLIENT_RECONNECT_DELAY]))
		Z_PARAM_BOOL(verify_peer)
		Z_PARAM_STR_OR_NULL(ca_file)
	ZEND_PARSE_PARAMETERS_END();

	ZVAL_COPY_VALUE(&values[WEBSOCKET_CLIENT_HEADERS], headers);
	ZVAL_COPY_VALUE(&values[WEBSOCKET_CLIENT_SUBPROTOCOLS], subprotocols);
	ZVAL_BOOL(&values[WEBSOCKET_CLIENT_COMPRESSION], compression);
	ZVAL_BOOL(&values[WEBSOCKET_CLIENT_VERIFY_PEER], verify_peer);
	if (ca_file) {
		ZVAL_STR(&values[WEBSOCKET_CLIENT_CA_FILE], ca_file);
	}
	zend_object *self = Z_OBJ_P(ZEND_THIS);
	if (Z_TYPE_P(OBJ_PROP_NUM(self, 0)) != IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\ClientOptions is constructed already");
		RETURN_THROWS();
	}
	for (uint32_t option = 0; option < WEBSOCKET_CLIENT_OPTIONS; option++) {
		if (!check(option, &values[option])) {
			RETURN_THROWS();
		}
	}
	for (uint32_t option = 0; option < WEBSOCKET_CLIENT_OPTIONS; option++) {
		ZVAL_COPY(OBJ_PROP_NUM(self, option), &values[option]);
	}
}
