/* WebSocket\ServerOptions, CompressionOptions and TlsOptions: one table declares each option, for the classes and for arrays. */
#include "server.h"

#include "options_arginfo.h"

zend_class_entry *websocket_server_options_ce;
zend_class_entry *websocket_compression_options_ce;
zend_class_entry *websocket_tls_options_ce;

enum kind { NUMBER, FLAG, COMPRESSION, TLS, STRINGS };

/* Each option once: its name, what it is, and its range. The order is that of the slots. */
static const struct {
	const char *name;
	enum kind kind;
	zend_long least;
	zend_long most;
	zend_long preset;
} known[OPTIONS] = {
	{"maxMessageSize", NUMBER, 1, ZEND_LONG_MAX / 4, 16777216},
	{"maxQueuedBytes", NUMBER, 1, ZEND_LONG_MAX / 4, 16777216},
	{"maxConnections", NUMBER, 1, 1 << 24, 10000},
	{"handshakeTimeoutMs", NUMBER, 1, INT32_MAX, 10000},
	{"idleTimeoutMs", NUMBER, 1, INT32_MAX, 120000},
	{"pingIntervalMs", NUMBER, 0, INT32_MAX, 0},
	{"pongTimeoutMs", NUMBER, 1, INT32_MAX, 10000},
	{"maxQueuedAgeMs", NUMBER, 1, INT32_MAX, 30000},
	{"closeTimeoutMs", NUMBER, 1, INT32_MAX, 2000},
	{"messageTimeoutMs", NUMBER, 1, INT32_MAX, 60000},
	{"maxMessagesPerSecond", NUMBER, 0, UINT32_MAX, 0},
	{"maxControlFramesPerSecond", NUMBER, 0, UINT32_MAX, 0},
	{"maxRequestBodySize", NUMBER, 0, ZEND_LONG_MAX / 4, 1048576},
	{"compression", COMPRESSION, 0, 0, 0},
	{"tls", TLS, 0, 0, 0},
	{"allowedOrigins", STRINGS, 0, 0, 0},
	{"paths", STRINGS, 0, 0, 0},
	{"workers", NUMBER, 1, 1024, 1},
	{"reusePort", FLAG, 0, 0, false},
	{"backlog", NUMBER, 1, INT32_MAX, 8192},
	{"keepRequest", FLAG, 0, 0, true},
};

static bool wrong_type(const char *name, const char *wanted, zval *value)
{
	zend_type_error("WebSocket\\ServerOptions: %s must be of type %s, %s given", name, wanted, zend_zval_type_name(value));
	return false;
}

static bool check_strings(const char *name, zval *value)
{
	zval *entry;
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), entry) {
		ZVAL_DEREF(entry);
		if (Z_TYPE_P(entry) != IS_STRING || Z_STRLEN_P(entry) == 0) {
			zend_value_error("WebSocket\\ServerOptions: %s must be a list of strings that are not empty", name);
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool set_number(zend_object *options, int option, zval *value)
{
	if (Z_TYPE_P(value) != IS_LONG) {
		return wrong_type(known[option].name, "int", value);
	}
	if (Z_LVAL_P(value) < known[option].least || Z_LVAL_P(value) > known[option].most) {
		zend_value_error("WebSocket\\ServerOptions: %s must be between " ZEND_LONG_FMT " and " ZEND_LONG_FMT ", " ZEND_LONG_FMT
			" given", known[option].name, known[option].least, known[option].most, Z_LVAL_P(value));
		return false;
	}
	ZVAL_LONG(OBJ_PROP_NUM(options, option), Z_LVAL_P(value));
	return true;
}

static bool set_object(zend_object *options, int option, zval *value, zend_class_entry *ce)
{
	zval *slot = OBJ_PROP_NUM(options, option);
	if (Z_TYPE_P(value) == IS_NULL || (Z_TYPE_P(value) == IS_FALSE && known[option].kind == COMPRESSION)) {
		ZVAL_NULL(slot);
		return true;
	}
	if (Z_TYPE_P(value) == IS_TRUE && known[option].kind == COMPRESSION) {
		object_init_ex(slot, ce);
		zend_call_known_instance_method_with_0_params(ce->constructor, Z_OBJ_P(slot), NULL);
		return !EG(exception);
	}
	if (Z_TYPE_P(value) != IS_OBJECT || Z_OBJCE_P(value) != ce) {
		return wrong_type(known[option].name,
			known[option].kind == TLS ? "?WebSocket\\TlsOptions" : "WebSocket\\CompressionOptions|bool", value);
	}
	ZVAL_COPY(slot, value);
	return true;
}

/* The list's own copy: an entry that is a reference could be changed behind the check. */
static void copy_strings(zval *slot, HashTable *strings)
{
	zval *entry;
	array_init_size(slot, zend_hash_num_elements(strings));
	ZEND_HASH_FOREACH_VAL(strings, entry) {
		ZVAL_DEREF(entry);
		Z_TRY_ADDREF_P(entry);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(slot), entry);
	} ZEND_HASH_FOREACH_END();
}

/* Checks a value and puts it into its slot; false with an exception. */
static bool set(zend_object *options, int option, zval *value)
{
	ZVAL_DEREF(value);
	switch (known[option].kind) {
		case NUMBER:
			return set_number(options, option, value);
		case FLAG:
			if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
				return wrong_type(known[option].name, "bool", value);
			}
			break;
		case STRINGS:
			if (Z_TYPE_P(value) != IS_ARRAY) {
				return wrong_type(known[option].name, "array", value);
			}
			if (!check_strings(known[option].name, value)) {
				return false;
			}
			copy_strings(OBJ_PROP_NUM(options, option), Z_ARRVAL_P(value));
			return true;
		case COMPRESSION:
			return set_object(options, option, value, websocket_compression_options_ce);
		case TLS:
			return set_object(options, option, value, websocket_tls_options_ce);
	}
	ZVAL_COPY(OBJ_PROP_NUM(options, option), value);
	return true;
}

static void preset(int option, zval *value)
{
	switch (known[option].kind) {
		case NUMBER:
			ZVAL_LONG(value, known[option].preset);
			break;
		case FLAG:
			ZVAL_BOOL(value, known[option].preset);
			break;
		case STRINGS:
			ZVAL_EMPTY_ARRAY(value);
			break;
		case COMPRESSION:
		case TLS:
			ZVAL_NULL(value);
			break;
	}
}

static bool refuse_second_construction(zend_object *object)
{
	if (Z_TYPE_P(OBJ_PROP_NUM(object, 0)) == IS_UNDEF) {
		return false;
	}
	zend_throw_error(NULL, "%s is constructed already, and cannot be changed", ZSTR_VAL(object->ce->name));
	return true;
}

ZEND_METHOD(WebSocket_ServerOptions, __construct)
{
	zend_object *options = Z_OBJ_P(ZEND_THIS);
	if (ZEND_NUM_ARGS() > OPTIONS) {
		zend_wrong_parameters_count_error(0, OPTIONS);
		RETURN_THROWS();
	}
	if (refuse_second_construction(options)) {
		RETURN_THROWS();
	}
	for (int option = 0; option < OPTIONS; option++) {
		zval value;
		if ((uint32_t)option < ZEND_NUM_ARGS()) {
			ZVAL_COPY_VALUE(&value, ZEND_CALL_ARG(execute_data, option + 1));
		} else {
			preset(option, &value);
		}
		/* Numbers may come as text or float, as for every function, unless the caller's types are strict. */
		if (known[option].kind == NUMBER && Z_TYPE(value) != IS_LONG && !ZEND_ARG_USES_STRICT_TYPES()) {
			zend_long number;
			if (!zend_parse_arg_long_weak(&value, &number, option + 1)) {
				if (!EG(exception)) {
					wrong_type(known[option].name, "int", &value);
				}
				RETURN_THROWS();
			}
			ZVAL_LONG(&value, number);
		}
		if (!set(options, option, &value)) {
			RETURN_THROWS();
		}
	}
}

/* The known name that a wrong one is most like, if any is like it. */
static const char *nearest(zend_string *wrong)
{
	const char *found = NULL;
	size_t best = 3;
	for (int option = 0; option < OPTIONS; option++) {
		const char *name = known[option].name;
		size_t common = 0;
		while (name[common] && common < ZSTR_LEN(wrong)
			&& tolower((unsigned char)name[common]) == tolower((unsigned char)ZSTR_VAL(wrong)[common])) {
			common++;
		}
		if (common > best) {
			best = common;
			found = name;
		}
	}
	return found;
}

static int find(zend_string *name)
{
	for (int option = 0; option < OPTIONS; option++) {
		if (zend_string_equals_cstr(name, known[option].name, strlen(known[option].name))) {
			return option;
		}
	}
	return -1;
}

bool websocket_options_from_array(zval *options, HashTable *array)
{
	zend_string *name;
	zval *value;
	object_init_ex(options, websocket_server_options_ce);
	zend_object *object = Z_OBJ_P(options);
	ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
		int option = name ? find(name) : -1;
		if (option < 0) {
			const char *like = name ? nearest(name) : NULL;
			zend_value_error("WebSocket\\ServerOptions has no option \"%s\"%s%s%s", name ? ZSTR_VAL(name) : "0",
				like ? ": did you mean \"" : "", like ? like : "", like ? "\"?" : "");
			return false;
		}
		if (!set(object, option, value)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	for (int option = 0; option < OPTIONS; option++) {
		if (Z_TYPE_P(OBJ_PROP_NUM(object, option)) == IS_UNDEF) {
			preset(option, OBJ_PROP_NUM(object, option));
		}
	}
	return true;
}

zval *websocket_option(zval *options, enum websocket_option option)
{
	return OBJ_PROP_NUM(Z_OBJ_P(options), option);
}

zend_long websocket_option_long(zval *options, enum websocket_option option)
{
	zval *value = websocket_option(options, option);
	return Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : Z_TYPE_P(value) == IS_TRUE;
}

ZEND_METHOD(WebSocket_CompressionOptions, __construct)
{
	zend_long threshold = 128;
	zend_long level = 3;
	bool takeover = false;

	ZEND_PARSE_PARAMETERS_START(0, 3)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(threshold)
		Z_PARAM_LONG(level)
		Z_PARAM_BOOL(takeover)
	ZEND_PARSE_PARAMETERS_END();

	zend_object *options = Z_OBJ_P(ZEND_THIS);
	if (refuse_second_construction(options)) {
		RETURN_THROWS();
	}
	if (threshold < 0) {
		zend_argument_value_error(1, "must be 0 or more, " ZEND_LONG_FMT " given", threshold);
		RETURN_THROWS();
	}
	if (level < 1 || level > 9) {
		zend_argument_value_error(2, "must be between 1 and 9, " ZEND_LONG_FMT " given", level);
		RETURN_THROWS();
	}
	ZVAL_LONG(OBJ_PROP_NUM(options, 0), threshold);
	ZVAL_LONG(OBJ_PROP_NUM(options, 1), level);
	ZVAL_BOOL(OBJ_PROP_NUM(options, 2), takeover);
}

ZEND_METHOD(WebSocket_TlsOptions, __construct)
{
	zend_string *certificate;
	zend_string *key;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_PATH_STR(certificate)
		Z_PARAM_PATH_STR(key)
	ZEND_PARSE_PARAMETERS_END();

	zend_object *options = Z_OBJ_P(ZEND_THIS);
	if (refuse_second_construction(options)) {
		RETURN_THROWS();
	}
	for (uint32_t i = 0; i < 2; i++) {
		zend_string *path = i == 0 ? certificate : key;
		if (ZSTR_LEN(path) == 0) {
			zend_argument_value_error(i + 1, "must be the path of a PEM file");
			RETURN_THROWS();
		}
		ZVAL_STR_COPY(OBJ_PROP_NUM(options, i), path);
	}
}

void websocket_register_options(void)
{
	websocket_server_options_ce = register_class_WebSocket_ServerOptions();
	websocket_compression_options_ce = register_class_WebSocket_CompressionOptions();
	websocket_tls_options_ce = register_class_WebSocket_TlsOptions();
}
