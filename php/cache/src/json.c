/* JSON documents.
 *
 * A string is taken as JSON already, as the server has it; any other value is written as JSON. Strings within documents are
 * therefore given with their quotes, or in an array. */
#include "commands.h"

#include "ext/json/php_json.h"
#include "ext/json/php_json_parser.h"
#include "zend_smart_str.h"

static bool add_json(baton_arguments *arguments, zval *value)
{
	smart_str text = {0};
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING) {
		baton_add_zval(arguments, value);
		return true;
	}
	bool encoded = php_json_encode(&text, value, PHP_JSON_UNESCAPED_SLASHES | PHP_JSON_PRESERVE_ZERO_FRACTION) == SUCCESS;
	smart_str_0(&text);
	if (!encoded || text.s == NULL) {
		smart_str_free(&text);
		if (!EG(exception)) {
			php_error_docref(NULL, E_WARNING, "The value cannot be written as JSON");
		}
		return false;
	}
	baton_add_owned(arguments, text.s);
	return true;
}

static bool add_all_json(baton_arguments *arguments, zval *values, int count)
{
	for (int i = 0; i < count; i++) {
		if (!add_json(arguments, &values[i])) {
			return false;
		}
	}
	return true;
}

bool baton_reply_json(baton_redis *redis, zval *to, const baton_context *context)
{
	zval text;
	if (!baton_next_any(redis, BATON_STATUS_TRUE, &text)) {
		return false;
	}
	ZVAL_COPY_VALUE(to, &text);
	if (Z_TYPE(text) == IS_STRING) {
		zval decoded;
		if (php_json_decode(&decoded, Z_STRVAL(text), Z_STRLEN(text), true, PHP_JSON_PARSER_DEFAULT_DEPTH) == SUCCESS) {
			zval_ptr_dtor_str(&text);
			ZVAL_COPY_VALUE(to, &decoded);
		}
	}
	return true;
}

bool baton_build_json_set(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path, *condition = NULL;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(path)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(condition)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, path);
	if (!add_json(&call->arguments, value)) {
		return false;
	}
	if (condition) {
		baton_add_string(&call->arguments, condition);
	}
	return true;
}

bool baton_build_json_mset(baton_call *call, zend_execute_data *execute_data)
{
	zval *values;
	int count;
	ZEND_PARSE_PARAMETERS_START(3, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (count % 3 != 0) {
		zend_wrong_param_count();
		return false;
	}
	for (int i = 0; i < count; i += 3) {
		baton_add_key_zval(call, &values[i]);
		baton_add_zval(&call->arguments, &values[i + 1]);
		if (!add_json(&call->arguments, &values[i + 2])) {
			return false;
		}
	}
	return true;
}

/* JSON.GET key [INDENT text] [NEWLINE text] [SPACE text] [path ...]. */
bool baton_build_json_get(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *options = NULL;
	zval *paths = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
		Z_PARAM_VARIADIC('*', paths, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_options(call, options, NULL);
	for (int i = 0; i < count; i++) {
		baton_add_zval(&call->arguments, &paths[i]);
	}
	return true;
}

bool baton_build_json_mget(baton_call *call, zend_execute_data *execute_data)
{
	zval *keys;
	zend_string *path;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ZVAL(keys)
		BATON_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (Z_TYPE_P(keys) == IS_ARRAY) {
		baton_add_keys(call, Z_ARRVAL_P(keys));
	} else {
		baton_add_key_zval(call, keys);
	}
	baton_add_string(&call->arguments, path);
	return call->arguments.key_count > 0;
}

/* One value, or each element of an array. */
bool baton_build_json_arrappend(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path = NULL;
	zval *value, *element;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(path)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	path ? baton_add_string(&call->arguments, path) : BATON_ADD_LITERAL(&call->arguments, "$");
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return add_json(&call->arguments, value);
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (!add_json(&call->arguments, element)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return zend_hash_num_elements(Z_ARRVAL_P(value)) > 0;
}

bool baton_build_json_arrindex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path;
	zval *value;
	zend_long start = 0, stop = -1;
	bool no_start = true, no_stop = true;
	ZEND_PARSE_PARAMETERS_START(3, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(path)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(start, no_start)
		Z_PARAM_LONG_OR_NULL(stop, no_stop)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, path);
	if (!add_json(&call->arguments, value)) {
		return false;
	}
	if (!no_start) {
		baton_add_long(&call->arguments, start);
		if (!no_stop) {
			baton_add_long(&call->arguments, stop);
		}
	}
	return true;
}

bool baton_build_json_arrinsert(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path;
	zend_long index;
	zval *values;
	int count;
	ZEND_PARSE_PARAMETERS_START(4, -1)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(path)
		Z_PARAM_LONG(index)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, path);
	baton_add_long(&call->arguments, index);
	return add_all_json(&call->arguments, values, count);
}

bool baton_build_json_arrpop(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path = NULL;
	zend_long index = -1;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(path)
		Z_PARAM_LONG(index)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (path) {
		baton_add_string(&call->arguments, path);
		baton_add_long(&call->arguments, index);
	}
	return true;
}

bool baton_build_json_strappend(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *path = NULL, *fpha = NULL;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(2, 4)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(path)
		BATON_PARAM_STR_OR_NULL(fpha)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (path) {
		baton_add_string(&call->arguments, path);
	}
	if (!add_json(&call->arguments, value)) {
		return false;
	}
	if (fpha) {
		BATON_ADD_LITERAL(&call->arguments, "FPHA");
		baton_add_string(&call->arguments, fpha);
	}
	return true;
}

bool baton_build_json_debug(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation, *key, *path = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(operation)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(path)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	baton_add_key(call, key);
	if (path) {
		baton_add_string(&call->arguments, path);
	}
	return true;
}
