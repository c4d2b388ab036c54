/* Values to bytes and back.
 *
 * igbinary and msgpack are other people's extensions: their entries are found by name once they are asked for, so that this
 * one is built and loaded without them. */
#include "redis.h"

#include "nesting.h"
#include "settings.h"
#include "unserialize.h"

#include <dlfcn.h>

#include "ext/json/php_json.h"
#include "ext/json/php_json_parser.h"
#include "ext/standard/php_var.h"
#include "zend_smart_str.h"

/* An entry of another extension; NULL where it is not loaded. */
static void *entry(const char *extension, const char *name)
{
	zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, extension, strlen(extension));
	if (module == NULL) {
		return NULL;
	}
	/* One that is built into PHP has no handle of its own. */
	return dlsym(module->handle ? module->handle : RTLD_DEFAULT, name);
}

static bool find_igbinary(baton_serializers *found)
{
	if (found->igbinary_serialize == NULL) {
		*(void **) &found->igbinary_unserialize = entry("igbinary", "igbinary_unserialize");
		*(void **) &found->igbinary_serialize = entry("igbinary", "igbinary_serialize");
	}
	return found->igbinary_serialize && found->igbinary_unserialize;
}

static bool find_msgpack(baton_serializers *found)
{
	if (found->msgpack_serialize == NULL) {
		*(void **) &found->msgpack_unserialize = entry("msgpack", "php_msgpack_unserialize");
		*(void **) &found->msgpack_serialize = entry("msgpack", "php_msgpack_serialize");
	}
	return found->msgpack_serialize && found->msgpack_unserialize;
}

bool baton_serializer_available(zend_long serializer)
{
	baton_serializers *found = &BATON_CACHE_G(serializers);
	if ((serializer == BATON_SERIALIZER_IGBINARY || serializer == BATON_SERIALIZER_MSGPACK) && baton_cache_settings.classes) {
		php_error_docref(NULL, E_WARNING,
			"SERIALIZER_IGBINARY and SERIALIZER_MSGPACK make objects of any class: not with baton_cache.allowed_classes");
		return false;
	}
	if (serializer == BATON_SERIALIZER_IGBINARY && !find_igbinary(found)) {
		php_error_docref(NULL, E_WARNING,
			"SERIALIZER_IGBINARY needs the extension igbinary, which is not loaded");
		return false;
	}
	if (serializer == BATON_SERIALIZER_MSGPACK && !find_msgpack(found)) {
		php_error_docref(NULL, E_WARNING,
			"SERIALIZER_MSGPACK needs the extension msgpack, which is not loaded");
		return false;
	}
	return serializer >= BATON_SERIALIZER_NONE && serializer < BATON_SERIALIZERS;
}

static zend_string *serialize_none(zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return zend_string_copy(Z_STR_P(value));
		case IS_ARRAY:
			return ZSTR_KNOWN(ZEND_STR_ARRAY_CAPITALIZED);
		case IS_OBJECT:
			return zend_string_init(ZEND_STRL("Object"), 0);
		default:
			return zval_get_string(value);
	}
}

/* What a serializer wrote, whole; empty if it threw. */
static zend_string *finished(smart_str *text)
{
	smart_str_0(text);
	return text->s ? text->s : ZSTR_EMPTY_ALLOC();
}

static zend_string *serialize_php(zval *value)
{
	smart_str text = {0};
	php_serialize_data_t seen;
	PHP_VAR_SERIALIZE_INIT(seen);
	php_var_serialize(&text, value, &seen);
	PHP_VAR_SERIALIZE_DESTROY(seen);
	return finished(&text);
}

static zend_string *serialize_igbinary(zval *value)
{
	uint8_t *bytes;
	size_t len;
	if (BATON_CACHE_G(serializers).igbinary_serialize(&bytes, &len, value) != 0) {
		return ZSTR_EMPTY_ALLOC();
	}
	zend_string *string = zend_string_init((char *) bytes, len, 0);
	efree(bytes);
	return string;
}

zend_string *baton_serialize(const baton_values *values, zval *value)
{
	smart_str text = {0};
	if (values->serializer != BATON_SERIALIZER_NONE && baton_nests_too_deep(value)) {
		return ZSTR_EMPTY_ALLOC();
	}
	switch (values->serializer) {
		case BATON_SERIALIZER_PHP:
			return serialize_php(value);
		case BATON_SERIALIZER_IGBINARY:
			return serialize_igbinary(value);
		case BATON_SERIALIZER_MSGPACK:
			BATON_CACHE_G(serializers).msgpack_serialize(&text, value);
			return finished(&text);
		case BATON_SERIALIZER_JSON:
			php_json_encode(&text, value, PHP_JSON_OBJECT_AS_ARRAY);
			return finished(&text);
		default:
			return serialize_none(value);
	}
}

zend_string *baton_pack(const baton_values *values, zval *value)
{
	if (values->ignore_numbers && (Z_TYPE_P(value) == IS_LONG || Z_TYPE_P(value) == IS_DOUBLE)) {
		return zval_get_string(value);
	}
	zend_string *serialized = baton_serialize(values, value);
	if (values->compression == BATON_COMPRESSION_NONE) {
		return serialized;
	}
	zend_string *compressed = baton_compress(values, ZSTR_VAL(serialized), ZSTR_LEN(serialized));
	if (compressed == NULL) {
		return serialized;
	}
	zend_string_release(serialized);
	return compressed;
}

/* igbinary would warn of bytes that are not its own: the first four say what they are, three zeros and its version. */
static bool unserialize_igbinary(const char *bytes, size_t len, zval *to)
{
	if (len < 5 || memcmp(bytes, "\0\0\0", 3) != 0 || bytes[3] < 1 || bytes[3] > 4) {
		return false;
	}
	return BATON_CACHE_G(serializers).igbinary_unserialize((const uint8_t *) bytes, len, to) == 0;
}

/* PHP's parser wants a NUL behind the last byte, which replies do not have. */
static bool unserialize_json(const char *bytes, size_t len, zval *to)
{
	zend_string *text = zend_string_init(bytes, len, false);
	bool done = php_json_decode(to, ZSTR_VAL(text), len, true, PHP_JSON_PARSER_DEFAULT_DEPTH) == SUCCESS;
	zend_string_efree(text);
	return done;
}

bool baton_unserialize(const baton_values *values, const char *bytes, size_t len, zval *to)
{
	switch (values->serializer) {
		case BATON_SERIALIZER_PHP:
			return baton_unserialize_php(bytes, len, to);
		case BATON_SERIALIZER_IGBINARY:
			return unserialize_igbinary(bytes, len, to);
		case BATON_SERIALIZER_MSGPACK:
			return BATON_CACHE_G(serializers).msgpack_unserialize(to, (char *) bytes, len) == 0;
		case BATON_SERIALIZER_JSON:
			return unserialize_json(bytes, len, to);
		default:
			return false;
	}
}

/* A number that was stored as it is printed. Nothing longer than a double's digits can be one. */
static bool unpack_number(const char *bytes, size_t len, zval *to)
{
	char text[33];
	zend_long integer;
	double number;
	if (len == 0 || len >= sizeof(text)) {
		return false;
	}
	memcpy(text, bytes, len);
	text[len] = '\0';
	switch (is_numeric_string(text, len, &integer, &number, false)) {
		case IS_LONG:
			ZVAL_LONG(to, integer);
			return true;
		case IS_DOUBLE:
			ZVAL_DOUBLE(to, number);
			return true;
		default:
			return false;
	}
}

/* All but the last resort, which is the bytes themselves. */
static bool unpack(const baton_values *values, const char *bytes, size_t len, zval *to)
{
	if (values->ignore_numbers && unpack_number(bytes, len, to)) {
		return true;
	}
	zend_string *plain = values->compression == BATON_COMPRESSION_NONE ? NULL : baton_uncompress(values, bytes, len);
	if (plain == NULL) {
		return baton_unserialize(values, bytes, len, to);
	}
	if (baton_unserialize(values, ZSTR_VAL(plain), ZSTR_LEN(plain), to)) {
		zend_string_release(plain);
	} else {
		ZVAL_STR(to, plain);
	}
	return true;
}

void baton_unpack(const baton_values *values, const char *bytes, size_t len, zval *to)
{
	if (EXPECTED(baton_values_plain(values)) || !unpack(values, bytes, len, to)) {
		ZVAL_STRINGL_FAST(to, bytes, len);
	}
}

void baton_unpack_string(const baton_values *values, zend_string *string, zval *to)
{
	if (EXPECTED(baton_values_plain(values)) || !unpack(values, ZSTR_VAL(string), ZSTR_LEN(string), to)) {
		ZVAL_STR(to, string);
	} else {
		zend_string_release(string);
	}
}
