/* WebSocket\HandshakeResponse, HandshakeException and Response: HTTP responses instead of an upgrade. */
#include "server.h"

#include "zend_exceptions.h"

#include "handshake_arginfo.h"

zend_class_entry *websocket_handshake_response_ce;
zend_class_entry *websocket_handshake_exception_ce;
zend_class_entry *websocket_response_ce;

enum { STATUS, HEADERS, BODY };

/* Whether a text can stand in a header line. */
static bool is_field_value(zend_string *value)
{
	for (size_t i = 0; i < ZSTR_LEN(value); i++) {
		char byte = ZSTR_VAL(value)[i];
		if (byte == '\r' || byte == '\n' || byte == '\0') {
			return false;
		}
	}
	return true;
}

static bool check_value(zend_string *name, zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING && is_field_value(Z_STR_P(value))) {
		return true;
	}
	zend_argument_value_error(2, "must have strings without line ends as values, which %s is not", ZSTR_VAL(name));
	return false;
}

static bool check_headers(HashTable *headers)
{
	zend_string *name;
	zval *value;
	zval *entry;
	ZEND_HASH_FOREACH_STR_KEY_VAL(headers, name, value) {
		if (!name || !bws_is_token(websocket_bytes(name))) {
			zend_argument_value_error(2, "must have names of header fields as keys, which \"%s\" is not", name ? ZSTR_VAL(name) : "0");
			return false;
		}
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_ARRAY) {
			if (!check_value(name, value)) {
				return false;
			}
			continue;
		}
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), entry) {
			if (!check_value(name, entry)) {
				return false;
			}
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* A copy without references, through which headers could be changed behind the check. */
static zend_array *own(HashTable *from)
{
	zend_string *name;
	zend_ulong number;
	zval *value;
	zval copy;
	zend_array *to = zend_new_array(zend_hash_num_elements(from));
	ZEND_HASH_FOREACH_KEY_VAL(from, number, name, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) == IS_ARRAY) {
			ZVAL_ARR(&copy, own(Z_ARRVAL_P(value)));
		} else {
			ZVAL_COPY(&copy, value);
		}
		if (name) {
			zend_hash_add_new(to, name, &copy);
		} else {
			zend_hash_index_add_new(to, number, &copy);
		}
	} ZEND_HASH_FOREACH_END();
	return to;
}

static void construct(INTERNAL_FUNCTION_PARAMETERS, zend_long status)
{
	HashTable *headers = NULL;
	zend_string *body = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 3)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(status)
		Z_PARAM_ARRAY_HT(headers)
		Z_PARAM_STR(body)
	ZEND_PARSE_PARAMETERS_END();

	zend_object *response = Z_OBJ_P(ZEND_THIS);
	if (Z_TYPE_P(OBJ_PROP_NUM(response, STATUS)) != IS_UNDEF) {
		zend_throw_error(NULL, "%s is constructed already, and cannot be changed", ZSTR_VAL(response->ce->name));
		RETURN_THROWS();
	}
	if (status < 100 || status > 599 || status == 101) {
		zend_argument_value_error(1, "must be between 100 and 599, and not 101, " ZEND_LONG_FMT " given", status);
		RETURN_THROWS();
	}
	if (headers && !check_headers(headers)) {
		RETURN_THROWS();
	}
	ZVAL_LONG(OBJ_PROP_NUM(response, STATUS), status);
	if (headers) {
		ZVAL_ARR(OBJ_PROP_NUM(response, HEADERS), own(headers));
	} else {
		ZVAL_EMPTY_ARRAY(OBJ_PROP_NUM(response, HEADERS));
	}
	if (body) {
		ZVAL_STR_COPY(OBJ_PROP_NUM(response, BODY), body);
	} else {
		ZVAL_EMPTY_STRING(OBJ_PROP_NUM(response, BODY));
	}
}

ZEND_METHOD(WebSocket_HandshakeResponse, __construct)
{
	construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, 403);
}

ZEND_METHOD(WebSocket_Response, __construct)
{
	construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, 200);
}

ZEND_METHOD(WebSocket_HandshakeException, __construct)
{
	zval *response = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(response, websocket_handshake_response_ce)
	ZEND_PARSE_PARAMETERS_END();

	zend_property_info *property = zend_hash_str_find_ptr(&websocket_handshake_exception_ce->properties_info, "response",
		sizeof("response") - 1);
	zval *slot = OBJ_PROP(Z_OBJ_P(ZEND_THIS), property->offset);
	if (Z_TYPE_P(slot) != IS_UNDEF) {
		zend_throw_error(NULL, "WebSocket\\HandshakeException is constructed already, and cannot be changed");
		RETURN_THROWS();
	}
	if (response) {
		ZVAL_COPY(slot, response);
	} else {
		object_init_ex(slot, websocket_handshake_response_ce);
		zend_call_known_instance_method_with_0_params(websocket_handshake_response_ce->constructor, Z_OBJ_P(slot), NULL);
	}
	zend_update_property_string(zend_ce_exception, Z_OBJ_P(ZEND_THIS), "message", sizeof("message") - 1,
		"WebSocket handshake rejected");
}

static void add_field(bws_bytes *fields, size_t *count, zend_string *name, zval *value)
{
	fields[(*count)++] = websocket_bytes(name);
	fields[(*count)++] = websocket_bytes(Z_STR_P(value));
}

void websocket_answer_with(websocket_server *server, uint64_t conn, zend_object *response)
{
	zval *headers = OBJ_PROP_NUM(response, HEADERS);
	zval *body = OBJ_PROP_NUM(response, BODY);
	zend_string *name;
	zval *value;
	zval *entry;
	size_t room = 0;
	if (Z_TYPE_P(headers) != IS_ARRAY) {
		bws_server_answer(server->core, conn, 500, NULL, 0, (bws_bytes){NULL, 0}); /* never constructed */
		return;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(headers), value) {
		room += Z_TYPE_P(value) == IS_ARRAY ? zend_hash_num_elements(Z_ARRVAL_P(value)) : 1;
	} ZEND_HASH_FOREACH_END();

	size_t count = 0;
	bws_bytes *fields = safe_emalloc(room, 2 * sizeof(bws_bytes), sizeof(bws_bytes));
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(headers), name, value) {
		if (Z_TYPE_P(value) != IS_ARRAY) {
			add_field(fields, &count, name, value);
			continue;
		}
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), entry) {
			add_field(fields, &count, name, entry);
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
	bws_server_answer(server->core, conn, Z_LVAL_P(OBJ_PROP_NUM(response, STATUS)), fields, count, websocket_bytes(Z_STR_P(body)));
	efree(fields);
}

void websocket_register_handshake(void)
{
	websocket_handshake_response_ce = register_class_WebSocket_HandshakeResponse();
	websocket_handshake_exception_ce = register_class_WebSocket_HandshakeException(zend_ce_exception);
	websocket_response_ce = register_class_WebSocket_Response();
}
