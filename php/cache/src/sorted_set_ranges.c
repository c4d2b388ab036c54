/* Ranges of sorted sets: by rank, by score, by name. */
#include "commands.h"

/* Which options a command of this family knows. */
enum {
	HAS_BY = 1, /* BYSCORE, BYLEX */
	HAS_REV = 2,
	HAS_LIMIT = 4,
	HAS_SCORES = 8,
};

typedef struct {
	bool scores, by_score, by_name, reversed, limited;
	zend_long offset, count;
} range_options;

static void read_limit(range_options *options, zval *limit)
{
	zval *offset = zend_hash_index_find(Z_ARRVAL_P(limit), 0);
	zval *count = zend_hash_index_find(Z_ARRVAL_P(limit), 1);
	if (offset == NULL || count == NULL) {
		php_error_docref(NULL, E_WARNING, "LIMIT offset and count must be an array with two elements");
		return;
	}
	options->limited = true;
	options->offset = zval_get_long(offset);
	options->count = zval_get_long(count);
}

static void read_word(range_options *options, const zend_string *word, int known)
{
	if ((known & HAS_BY) && BATON_IS(word, "BYSCORE")) {
		options->by_score = true;
		options->by_name = false;
	} else if ((known & HAS_BY) && BATON_IS(word, "BYLEX")) {
		options->by_name = true;
		options->by_score = false;
	} else if ((known & HAS_REV) && BATON_IS(word, "REV")) {
		options->reversed = true;
	} else if ((known & HAS_SCORES) && BATON_IS(word, "WITHSCORES")) {
		options->scores = true;
	}
}

/* An array of options, or true for scores alone. */
static void read_options(range_options *options, zval *from, int known)
{
	zend_string *name;
	zval *value;
	if (from == NULL || Z_TYPE_P(from) != IS_ARRAY) {
		options->scores = from && Z_TYPE_P(from) == IS_TRUE && (known & HAS_SCORES);
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(from), name, value) {
		ZVAL_DEREF(value);
		if (name && (known & HAS_SCORES) && BATON_IS(name, "WITHSCORES")) {
			options->scores = zend_is_true(value);
		} else if (name && (known & HAS_LIMIT) && BATON_IS(name, "LIMIT") && Z_TYPE_P(value) == IS_ARRAY) {
			read_limit(options, value);
		} else if (!name && Z_TYPE_P(value) == IS_STRING) {
			read_word(options, Z_STR_P(value), known);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Names are given as "[a", "(a", "-", "+". */
static bool is_name_bound(const char *bound, size_t len)
{
	return (len > 1 && (*bound == '[' || *bound == '(')) || (len == 1 && (*bound == '+' || *bound == '-'));
}

static bool is_name_bound_zval(const zval *bound)
{
	return Z_TYPE_P(bound) == IS_STRING && is_name_bound(Z_STRVAL_P(bound), Z_STRLEN_P(bound));
}

static void add_options(baton_call *call, const range_options *options)
{
	baton_arguments *arguments = &call->arguments;
	if (options->by_score) {
		BATON_ADD_LITERAL(arguments, "BYSCORE");
	}
	if (options->by_name) {
		BATON_ADD_LITERAL(arguments, "BYLEX");
	}
	if (options->reversed) {
		BATON_ADD_LITERAL(arguments, "REV");
	}
	if (options->limited) {
		BATON_ADD_LITERAL(arguments, "LIMIT");
		baton_add_long(arguments, options->offset);
		baton_add_long(arguments, options->count);
	}
	if (options->scores) {
		BATON_ADD_LITERAL(arguments, "WITHSCORES");
		call->reply = baton_reply_map_scores;
	}
}

static bool build_range(baton_call *call, zend_execute_data *execute_data, int known, bool stores)
{
	zend_string *to = NULL, *key;
	zval *start, *end, *from = NULL;
	range_options options = {0};
	ZEND_PARSE_PARAMETERS_START(3 + stores, 4 + stores)
		if (stores) {
			BATON_PARAM_STR(to)
		}
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(start)
		Z_PARAM_ZVAL(end)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL_OR_NULL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	read_options(&options, from, known);
	if (options.by_name && (!is_name_bound_zval(start) || !is_name_bound_zval(end))) {
		php_error_docref(
			NULL, E_WARNING, "Lexicographical args must start with '[' or '(' or be '+' or '-'");
		return false;
	}
	if (to) {
		baton_add_key(call, to);
	}
	baton_add_key(call, key);
	baton_add_zval(&call->arguments, start);
	baton_add_zval(&call->arguments, end);
	add_options(call, &options);
	return true;
}

bool baton_build_zrange(baton_call *call, zend_execute_data *execute_data)
{
	return build_range(call, execute_data, HAS_BY | HAS_REV | HAS_LIMIT | HAS_SCORES, false);
}

bool baton_build_zrangestore(baton_call *call, zend_execute_data *execute_data)
{
	return build_range(call, execute_data, HAS_BY | HAS_REV | HAS_LIMIT, true);
}

bool baton_build_zrangebyscore(baton_call *call, zend_execute_data *execute_data)
{
	return build_range(call, execute_data, HAS_LIMIT | HAS_SCORES, false);
}

bool baton_build_zrevrange(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long start, end;
	zval *from = NULL;
	range_options options = {0};
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		BATON_PARAM_LONG(start)
		BATON_PARAM_LONG(end)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL_OR_NULL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	read_options(&options, from, HAS_SCORES);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, start);
	baton_add_long(&call->arguments, end);
	add_options(call, &options);
	return true;
}

static bool refuse_bounds(void)
{
	php_error_docref(NULL, E_WARNING, "Min/Max args can be '-' or '+', or start with '[' or '('");
	return false;
}

static bool add_name_range(baton_call *call, zend_string *key, zend_string *min, zend_string *max)
{
	if (!is_name_bound(ZSTR_VAL(min), ZSTR_LEN(min)) || !is_name_bound(ZSTR_VAL(max), ZSTR_LEN(max))) {
		return refuse_bounds();
	}
	baton_add_key(call, key);
	baton_add_string(&call->arguments, min);
	baton_add_string(&call->arguments, max);
	return true;
}

bool baton_build_zlex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *min, *max;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(min)
		BATON_PARAM_STR(max)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	return add_name_range(call, key, min, max);
}

bool baton_build_zrangebylex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *min, *max;
	zend_long offset = 0, count = 0;
	if (ZEND_NUM_ARGS() != 3 && ZEND_NUM_ARGS() != 5) {
		php_error_docref(NULL, E_WARNING, "Must pass either 3 or 5 arguments");
		return false;
	}
	ZEND_PARSE_PARAMETERS_START(3, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(min)
		BATON_PARAM_STR(max)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(offset)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!add_name_range(call, key, min, max)) {
		return false;
	}
	if (ZEND_NUM_ARGS() == 5) {
		BATON_ADD_LITERAL(&call->arguments, "LIMIT");
		baton_add_long(&call->arguments, offset);
		baton_add_long(&call->arguments, count);
	}
	return true;
}
