/* Which keys an object keeps, by its own patterns: the methods that add some, and OPT_ALLOW_PATTERNS and OPT_IGNORE_PATTERNS, which are all
 * of them. */
#include "cached.h"
#include "settings.h"

/* Whether there is room for one more; an exception if not. */
static bool has_room(const zend_array *patterns)
{
	if (zend_hash_num_elements(patterns) < BATON_MOST_PATTERNS) {
		return true;
	}
	zend_value_error("There can be at most %d patterns: each is looked at for each key", BATON_MOST_PATTERNS);
	return false;
}

static void add(zend_array *patterns, zend_string *pattern)
{
	zval copy;
	ZVAL_STR_COPY(&copy, pattern);
	zend_hash_next_index_insert(patterns, &copy);
}

static void add_patterns(INTERNAL_FUNCTION_PARAMETERS, zend_array **patterns)
{
	zval *given;
	uint32_t count;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', given, count)
	ZEND_PARSE_PARAMETERS_END();
	if (*patterns == NULL) {
		*patterns = zend_new_array(count);
	}
	for (uint32_t i = 0; i < count; i++) {
		zend_string *pattern;
		if (!zend_parse_arg_str(&given[i], &pattern, false, i + 1)) {
			zend_wrong_parameter_type_error(i + 1, Z_EXPECTED_STRING, &given[i]);
			RETURN_THROWS();
		}
		if (!has_room(*patterns)) {
			RETURN_THROWS();
		}
		add(*patterns, pattern);
	}
	baton_cached_choose_way(BATON_THIS());
	RETURN_LONG(zend_hash_num_elements(*patterns));
}

PHP_METHOD(Baton_Redis, addAllowPatterns)
{
	add_patterns(INTERNAL_FUNCTION_PARAM_PASSTHRU, &BATON_THIS()->allowed);
}

PHP_METHOD(Baton_Redis, addIgnorePatterns)
{
	add_patterns(INTERNAL_FUNCTION_PARAM_PASSTHRU, &BATON_THIS()->ignored);
}

/* The strings of a list, NULL for none; false where there is anything else in it, or too much, with an exception then. */
static bool read_list(zend_array *list, zend_array **patterns)
{
	zval *pattern;
	*patterns = NULL;
	ZEND_HASH_FOREACH_VAL(list, pattern) {
		ZVAL_DEREF(pattern);
		*patterns = *patterns ? *patterns : zend_new_array(zend_hash_num_elements(list));
		if (Z_TYPE_P(pattern) != IS_STRING || !has_room(*patterns)) {
			zend_array_destroy(*patterns);
			return false;
		}
		add(*patterns, Z_STR_P(pattern));
	} ZEND_HASH_FOREACH_END();
	return true;
}

bool baton_redis_set_patterns(baton_redis *redis, zend_array **patterns, const zval *value)
{
	zend_array *read = NULL;
	if (Z_TYPE_P(value) == IS_STRING) {
		read = zend_new_array(1);
		add(read, Z_STR_P(value));
	} else if (Z_TYPE_P(value) != IS_NULL && (Z_TYPE_P(value) != IS_ARRAY || !read_list(Z_ARRVAL_P(value), &read))) {
		return false;
	}
	if (*patterns) {
		zend_array_destroy(*patterns);
	}
	*patterns = read;
	baton_cached_choose_way(redis);
	return true;
}
