/* SCAN and its relatives, with a cursor by reference: null to begin, 0 when all was seen. */
#include "commands.h"

/* Which of them, and what they bring. */
typedef struct {
	const char *word;
	bool has_key;
	baton_reply elements;
} scan_kind;

typedef struct {
	zend_string *key; /* NULL for SCAN */
	zend_string *pattern; /* NULL or empty for none */
	zend_string *type; /* NULL for none */
	zend_long count;
} scan_options;

/* Where a scan goes on; false if it is over. Cursors over 2^63 are strings. */
static bool read_cursor(zval *from, uint64_t *cursor)
{
	switch (Z_TYPE_P(from)) {
		case IS_LONG:
			*cursor = (uint64_t) Z_LVAL_P(from);
			return *cursor != 0;
		case IS_STRING:
			*cursor = strtoull(Z_STRVAL_P(from), NULL, 10);
			return Z_STRLEN_P(from) != 1 || Z_STRVAL_P(from)[0] != '0';
		default:
			*cursor = 0;
			return true;
	}
}

static void write_cursor(zval *reference, uint64_t cursor)
{
	zval value;
	if (cursor > ZEND_LONG_MAX) {
		ZVAL_STR(&value, strpprintf(0, "%" PRIu64, cursor));
	} else {
		ZVAL_LONG(&value, (zend_long) cursor);
	}
	zend_try_assign_typed_ref_zval(Z_REF_P(reference), &value);
}

static bool send_scan(baton_redis *redis, const scan_kind *kind, const scan_options *options, uint64_t cursor)
{
	baton_command command = {.word = kind->word, .len = (uint32_t) strlen(kind->word)};
	baton_call call;
	baton_call_begin(&call, redis, &command);
	baton_arguments *arguments = &call.arguments;
	if (options->key) {
		baton_add_key(&call, options->key);
	}
	baton_add_owned(arguments, strpprintf(0, "%" PRIu64, cursor));
	if (options->pattern && ZSTR_LEN(options->pattern)) {
		BATON_ADD_LITERAL(arguments, "MATCH");
		if (redis->options.scan & BATON_SCAN_PREFIX) {
			zval pattern;
			ZVAL_STR(&pattern, options->pattern);
			baton_add_prefixed_zval(&call, &pattern);
		} else {
			baton_add_string(arguments, options->pattern);
		}
	} else if ((redis->options.scan & BATON_SCAN_PREFIX) && redis->options.prefix && !options->key) {
		BATON_ADD_LITERAL(arguments, "MATCH");
		baton_add_owned(arguments, zend_string_concat2(ZSTR_VAL(redis->options.prefix),
			ZSTR_LEN(redis->options.prefix), ZEND_STRL("*")));
	}
	if (options->count) {
		BATON_ADD_LITERAL(arguments, "COUNT");
		baton_add_long(arguments, options->count);
	}
	if (options->type) {
		BATON_ADD_LITERAL(arguments, "TYPE");
		baton_add_string(arguments, options->type);
	}
	bool sent = baton_redis_send(redis, arguments, true);
	baton_call_end(&call);
	return sent;
}

/* [cursor, elements]; false if that is not what came. */
static bool read_scan(baton_redis *redis, const scan_kind *kind, uint64_t *cursor, zval *to)
{
	int64_t count;
	zval text;
	if (!baton_next_list(redis, &count, false) || count != 2 || !baton_next_text(redis, &text)) {
		return false;
	}
	zend_string *digits = zval_get_string(&text);
	*cursor = strtoull(ZSTR_VAL(digits), NULL, 10);
	zend_string_release(digits);
	zval_ptr_dtor(&text);
	return kind->elements(redis, to, NULL);
}

static void scan(INTERNAL_FUNCTION_PARAMETERS, const scan_kind *kind)
{
	zval *reference;
	scan_options options = {0};
	ZEND_PARSE_PARAMETERS_START(1 + kind->has_key, 4)
		if (kind->has_key) {
			BATON_PARAM_STR(options.key)
		}
		Z_PARAM_ZVAL(reference)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(options.pattern)
		Z_PARAM_LONG(options.count)
		if (!kind->has_key) {
			BATON_PARAM_STR_OR_NULL(options.type)
		}
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	if (redis->mode != BATON_ATOMIC) {
		php_error_docref(NULL, E_ERROR, "Can't call SCAN commands in multi or pipeline mode!");
		RETURN_FALSE;
	}
	uint64_t cursor;
	zval *value = reference;
	ZVAL_DEREF(value);
	if (!read_cursor(value, &cursor)) {
		RETURN_FALSE;
	}
	/* A step may find nothing and not be the last; OPT_SCAN says who goes on then. */
	do {
		zval_ptr_dtor(return_value);
		ZVAL_FALSE(return_value);
		if (!send_scan(redis, kind, &options, cursor) || !read_scan(redis, kind, &cursor, return_value)) {
			RETURN_FALSE;
		}
	} while ((redis->options.scan & BATON_SCAN_RETRY) && cursor != 0 && Z_TYPE_P(return_value) == IS_ARRAY
		&& zend_hash_num_elements(Z_ARRVAL_P(return_value)) == 0);
	write_cursor(reference, cursor);
}

PHP_METHOD(Baton_Redis, scan)
{
	scan(INTERNAL_FUNCTION_PARAM_PASSTHRU, &(scan_kind) {"SCAN", false, baton_reply_texts});
}

PHP_METHOD(Baton_Redis, sscan)
{
	scan(INTERNAL_FUNCTION_PARAM_PASSTHRU, &(scan_kind) {"SSCAN", true, baton_reply_values});
}

PHP_METHOD(Baton_Redis, hscan)
{
	scan(INTERNAL_FUNCTION_PARAM_PASSTHRU, &(scan_kind) {"HSCAN", true, baton_reply_map_values});
}

PHP_METHOD(Baton_Redis, zscan)
{
	scan(INTERNAL_FUNCTION_PARAM_PASSTHRU, &(scan_kind) {"ZSCAN", true, baton_reply_map_scores});
}
