/* The methods that show what becomes of keys and values: _prefix(), _serialize(), _compress(), _pack() and back. */
#include "redis.h"

#include "ext/hash/php_hash.h"
#include "zend_exceptions.h"

PHP_METHOD(Baton_Redis, _prefix)
{
	zend_string *key;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	const zend_string *prefix = BATON_THIS()->options.prefix;
	if (prefix == NULL) {
		RETURN_STR_COPY(key);
	}
	RETURN_STR(zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), ZSTR_VAL(key), ZSTR_LEN(key)));
}

PHP_METHOD(Baton_Redis, _serialize)
{
	zval *value;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_STR(baton_serialize(&BATON_THIS()->values, value));
}

PHP_METHOD(Baton_Redis, _unserialize)
{
	zend_string *bytes;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	const baton_values *values = &BATON_THIS()->values;
	if (values->serializer == BATON_SERIALIZER_NONE) {
		RETURN_STR_COPY(bytes);
	}
	if (!baton_unserialize(values, ZSTR_VAL(bytes), ZSTR_LEN(bytes), return_value)) {
		ZVAL_FALSE(return_value);
		zend_throw_exception(baton_redis_throws(BATON_THIS()), "Invalid serialized data, or unserialization error", 0);
	}
}

PHP_METHOD(Baton_Redis, _compress)
{
	zend_string *bytes;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	zend_string *compressed = baton_compress(&BATON_THIS()->values, ZSTR_VAL(bytes), ZSTR_LEN(bytes));
	if (compressed) {
		RETURN_STR(compressed);
	}
	RETURN_STR_COPY(bytes);
}

PHP_METHOD(Baton_Redis, _uncompress)
{
	zend_string *bytes;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	const baton_values *values = &BATON_THIS()->values;
	if (ZSTR_LEN(bytes) == 0 || values->compression == BATON_COMPRESSION_NONE) {
		RETURN_STR_COPY(bytes);
	}
	zend_string *plain = baton_uncompress(values, ZSTR_VAL(bytes), ZSTR_LEN(bytes));
	if (plain) {
		RETURN_STR(plain);
	}
	zend_throw_exception(baton_redis_throws(BATON_THIS()), "Invalid compressed data or uncompression error", 0);
}

PHP_METHOD(Baton_Redis, _pack)
{
	zval *value;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_STR(baton_pack(&BATON_THIS()->values, value));
}

PHP_METHOD(Baton_Redis, _unpack)
{
	zend_string *bytes;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	baton_unpack(&BATON_THIS()->values, ZSTR_VAL(bytes), ZSTR_LEN(bytes), return_value);
}

/* What DIGEST says of the value once it is stored: XXH3 in hexadecimal digits. */
PHP_METHOD(Baton_Redis, _digest)
{
	zval *value;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	zend_string *name = zend_string_init(ZEND_STRL("xxh3"), 0);
	const php_hash_ops *hash = php_hash_fetch_ops(name);
	zend_string_release(name);
	unsigned char digest[8];
	ZEND_ASSERT(hash && hash->digest_size == sizeof(digest));
	zend_string *packed = baton_pack(&BATON_THIS()->values, value);
	void *state = php_hash_alloc_context(hash);
	hash->hash_init(state, NULL);
	hash->hash_update(state, (const unsigned char *) ZSTR_VAL(packed), ZSTR_LEN(packed));
	hash->hash_final(digest, state);
	efree(state);
	zend_string_release(packed);
	zend_string *text = zend_string_alloc(2 * sizeof(digest), false);
	php_hash_bin2hex(ZSTR_VAL(text), digest, sizeof(digest));
	ZSTR_VAL(text)[2 * sizeof(digest)] = '\0';
	RETURN_STR(text);
}
