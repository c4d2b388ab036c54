/* WebSocket\Request: the request of a connection as properties. Parsed by the core when a program first asks for it, since most
 * programs never do. */
#include "server.h"

#include <arpa/inet.h>

#include "ext/standard/url.h"
#include "zend_smart_str.h"

#include "request_arginfo.h"

zend_class_entry *websocket_request_ce;

/* The slots in order of declaration. */
enum { METHOD, TARGET, PATH, QUERY, HEADERS, BODY, REMOTE_ADDRESS };

static void set_bytes(zend_object *request, int slot, bws_bytes value)
{
	ZVAL_STRINGL_FAST(OBJ_PROP_NUM(request, slot), value.bytes, value.len);
}

/* Adds a header to those that are there: repeated ones are joined, as RFC 9110 section 5.3 allows. Cookies have commas in
 * them, and are joined as RFC 9113 section 8.2.3 has it. */
static void add_header(HashTable *headers, bws_bytes name, bws_bytes value)
{
	zend_string *key = zend_string_alloc(name.len, 0);
	zend_str_tolower_copy(ZSTR_VAL(key), name.bytes, name.len);
	zval *there = zend_symtable_find(headers, key);
	zval entry;
	if (there) {
		const char *between = zend_string_equals_literal(key, "cookie") ? "; " : ", ";
		ZVAL_STR(&entry, zend_string_concat3(Z_STRVAL_P(there), Z_STRLEN_P(there), between, 2, value.bytes, value.len));
	} else {
		ZVAL_STRINGL_FAST(&entry, value.bytes, value.len);
	}
	zend_symtable_update(headers, key, &entry); /* a name may be a number, and PHP's arrays have those as such */
	zend_string_release(key);
}

zend_string *websocket_address_text(const bws_identity *identity)
{
	char ip[INET6_ADDRSTRLEN];
	if (identity->family == 0) {
		return zend_string_init("unix:", sizeof("unix:") - 1, 0);
	}
	bool is_v6 = identity->family == 6;
	inet_ntop(is_v6 ? AF_INET6 : AF_INET, identity->ip, ip, sizeof(ip));
	return strpprintf(0, is_v6 ? "[%s]:%u" : "%s:%u", ip, identity->port);
}

void websocket_request_make(zval *request, bws_bytes head, bws_bytes body, const bws_identity *identity)
{
	bws_request parts;
	object_init_ex(request, websocket_request_ce);
	zend_object *object = Z_OBJ_P(request);
	if (!bws_request_parse(head, &parts)) {
		memset(&parts, 0, sizeof(parts)); /* the core has read it before: this cannot be */
	}
	set_bytes(object, METHOD, parts.method);
	set_bytes(object, TARGET, parts.target);
	set_bytes(object, PATH, parts.path);
	set_bytes(object, QUERY, parts.query);
	array_init_size(OBJ_PROP_NUM(object, HEADERS), parts.count);
	for (size_t i = 0; i < parts.count; i++) {
		add_header(Z_ARRVAL_P(OBJ_PROP_NUM(object, HEADERS)), parts.headers[i].name, parts.headers[i].value);
	}
	set_bytes(object, BODY, body);
	ZVAL_STR(OBJ_PROP_NUM(object, REMOTE_ADDRESS), websocket_address_text(identity));
}

static zval *find_header(zend_object *request, const char *name, size_t len)
{
	zval *headers = OBJ_PROP_NUM(request, HEADERS);
	if (Z_TYPE_P(headers) != IS_ARRAY) {
		return NULL; /* made by reflection, without a request */
	}
	zend_string *key = zend_string_alloc(len, 0);
	zend_str_tolower_copy(ZSTR_VAL(key), name, len);
	zval *value = zend_symtable_find(Z_ARRVAL_P(headers), key);
	zend_string_release(key);
	return value;
}

ZEND_METHOD(WebSocket_Request, header)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	zval *value = find_header(Z_OBJ_P(ZEND_THIS), ZSTR_VAL(name), ZSTR_LEN(name));
	if (value) {
		RETURN_COPY(value);
	}
	RETURN_NULL();
}

ZEND_METHOD(WebSocket_Request, cookie)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	zval *header = find_header(Z_OBJ_P(ZEND_THIS), "cookie", sizeof("cookie") - 1);
	if (!header) {
		RETURN_NULL();
	}
	const char *at = Z_STRVAL_P(header);
	const char *end = at + Z_STRLEN_P(header);
	while (at < end) {
		const char *stop = at;
		while (stop < end && *stop != ';') {
			stop++;
		}
		while (at < stop && (*at == ' ' || *at == '\t')) {
			at++;
		}
		const char *equals = memchr(at, '=', stop - at);
		if (equals && (size_t)(equals - at) == ZSTR_LEN(name) && memcmp(at, ZSTR_VAL(name), ZSTR_LEN(name)) == 0) {
			zend_string *value = zend_string_init(equals + 1, stop - equals - 1, 0);
			ZSTR_LEN(value) = php_raw_url_decode(ZSTR_VAL(value), ZSTR_LEN(value));
			RETURN_NEW_STR(value);
		}
		at = stop + 1;
	}
	RETURN_NULL();
}

void websocket_register_request(void)
{
	websocket_request_ce = register_class_WebSocket_Request();
}
