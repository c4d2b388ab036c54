/* Commands on sets that have options. */
#include "commands.h"

/* One member, or a list of them where a count is given. */
bool baton_build_optional_count(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long count = 0;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (ZEND_NUM_ARGS() == 2) {
		baton_add_long(&call->arguments, count);
		call->reply = baton_reply_values;
	}
	return true;
}

bool baton_build_intercard(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *keys;
	zend_long limit = -1;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(keys) == 0) {
		php_error_docref(NULL, E_WARNING, "Must pass at least one key");
		return false;
	}
	if (ZEND_NUM_ARGS() == 2 && limit < 0) {
		php_error_docref(NULL, E_WARNING, "LIMIT cannot be negative");
		return false;
	}
	baton_add_long(&call->arguments, zend_hash_num_elements(keys));
	baton_add_keys(call, keys);
	if (limit > 0) {
		BATON_ADD_LITERAL(&call->arguments, "LIMIT");
		baton_add_long(&call->arguments, limit);
	}
	return true;
}

bool baton_build_setcard(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *keys, *options = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(keys) == 0) {
		php_error_docref(NULL, E_WARNING, "Must pass at least one key");
		return false;
	}
	baton_add_long(&call->arguments, zend_hash_num_elements(keys));
	baton_add_keys(call, keys);
	baton_add_options(call, options, NULL);
	return true;
}
