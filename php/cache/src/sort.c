/* SORT: with an array of options, and the older methods that have each of them as an argument. */
#include "commands.h"

/* Options are looked for in small and capital letters. */
static zval *option(zend_array *options, const char *small, const char *capital)
{
	zval *value = zend_hash_str_find(options, small, strlen(small));
	if (value == NULL) {
		value = zend_hash_str_find(options, capital, strlen(capital));
	}
	if (value) {
		ZVAL_DEREF(value);
	}
	return value;
}

static bool is_string(const zval *value)
{
	return value && Z_TYPE_P(value) == IS_STRING;
}

static bool add_get(baton_arguments *arguments, zval *get)
{
	bool any = false;
	zval *pattern;
	if (is_string(get)) {
		BATON_ADD_LITERAL(arguments, "GET");
		baton_add_zval(arguments, get);
		return true;
	}
	if (get == NULL || Z_TYPE_P(get) != IS_ARRAY) {
		return true;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(get), pattern) {
		ZVAL_DEREF(pattern);
		if (is_string(pattern)) {
			BATON_ADD_LITERAL(arguments, "GET");
			baton_add_zval(arguments, pattern);
			any = true;
		}
	} ZEND_HASH_FOREACH_END();
	if (!any) {
		php_error_docref(NULL, E_WARNING, "Array of GET values requested, but none are valid");
	}
	return any;
}

static bool add_limit(baton_arguments *arguments, zval *limit)
{
	if (limit == NULL || Z_TYPE_P(limit) != IS_ARRAY) {
		return true;
	}
	zval *offset = zend_hash_index_find(Z_ARRVAL_P(limit), 0);
	zval *count = zend_hash_index_find(Z_ARRVAL_P(limit), 1);
	if (offset == NULL || count == NULL) {
		return true;
	}
	ZVAL_DEREF(offset);
	ZVAL_DEREF(count);
	if ((Z_TYPE_P(offset) != IS_STRING && Z_TYPE_P(offset) != IS_LONG)
			|| (Z_TYPE_P(count) != IS_STRING && Z_TYPE_P(count) != IS_LONG)) {
		php_error_docref(NULL, E_WARNING, "LIMIT options on SORT command must be longs or strings");
		return false;
	}
	BATON_ADD_LITERAL(arguments, "LIMIT");
	baton_add_long(arguments, zval_get_long(offset));
	baton_add_long(arguments, zval_get_long(count));
	return true;
}

bool baton_build_sort(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	if (options == NULL) {
		return true;
	}
	zval *by = option(options, "by", "BY"), *order = option(options, "sort", "SORT");
	zval *store = option(options, "store", "STORE"), *alpha = option(options, "alpha", "ALPHA");
	if (is_string(by)) {
		BATON_ADD_LITERAL(arguments, "BY");
		baton_add_zval(arguments, by);
	}
	if (is_string(order)) {
		baton_add_zval(arguments, order);
	}
	if (is_string(store)) {
		BATON_ADD_LITERAL(arguments, "STORE");
		/* Without the prefix, as PhpRedis has it. */
		baton_note_key(arguments);
		baton_add_zval(arguments, store);
	}
	if (!add_get(arguments, option(options, "get", "GET"))) {
		return false;
	}
	if (alpha && zend_is_true(alpha)) {
		BATON_ADD_LITERAL(arguments, "ALPHA");
	}
	return add_limit(arguments, option(options, "limit", "LIMIT"));
}

static bool build_older(baton_call *call, zend_execute_data *execute_data, bool descending, bool alpha)
{
	zend_string *key, *by = NULL, *store = NULL;
	zval *get = NULL;
	zend_long offset = -1, count = -1;
	ZEND_PARSE_PARAMETERS_START(1, 6)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(by)
		Z_PARAM_ZVAL_OR_NULL(get)
		Z_PARAM_LONG(offset)
		Z_PARAM_LONG(count)
		BATON_PARAM_STR_OR_NULL(store)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (ZSTR_LEN(key) == 0) {
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	if (by && ZSTR_LEN(by)) {
		BATON_ADD_LITERAL(arguments, "BY");
		baton_add_string(arguments, by);
	}
	if (offset >= 0 && count >= 0) {
		BATON_ADD_LITERAL(arguments, "LIMIT");
		baton_add_long(arguments, offset);
		baton_add_long(arguments, count);
	}
	if (get && !add_get(arguments, get)) {
		return false;
	}
	if (descending) {
		BATON_ADD_LITERAL(arguments, "DESC");
	}
	if (alpha) {
		BATON_ADD_LITERAL(arguments, "ALPHA");
	}
	if (store && ZSTR_LEN(store)) {
		BATON_ADD_LITERAL(arguments, "STORE");
		baton_add_key(call, store);
	}
	return true;
}

bool baton_build_sort_asc(baton_call *call, zend_execute_data *execute_data)
{
	return build_older(call, execute_data, false, false);
}

bool baton_build_sort_asc_alpha(baton_call *call, zend_execute_data *execute_data)
{
	return build_older(call, execute_data, false, true);
}

bool baton_build_sort_desc(baton_call *call, zend_execute_data *execute_data)
{
	return build_older(call, execute_data, true, false);
}

bool baton_build_sort_desc_alpha(baton_call *call, zend_execute_data *execute_data)
{
	return build_older(call, execute_data, true, true);
}
