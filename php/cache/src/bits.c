/* Bits of strings. */
#include "commands.h"

bool baton_build_bitcount(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long start = 0, end = -1;
	bool bits = false;
	ZEND_PARSE_PARAMETERS_START(1, 4)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(start)
		Z_PARAM_LONG(end)
		Z_PARAM_BOOL(bits)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, start);
	baton_add_long(&call->arguments, end);
	if (bits) {
		BATON_ADD_LITERAL(&call->arguments, "BIT");
	}
	return true;
}

bool baton_build_bitop(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *keys;
	int count;
	ZEND_PARSE_PARAMETERS_START(3, -1)
		BATON_PARAM_STR(operation)
		Z_PARAM_VARIADIC('+', keys, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	for (int i = 0; i < count; i++) {
		baton_add_key_zval(call, &keys[i]);
	}
	return true;
}

bool baton_build_bitpos(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long start = 0, end = -1;
	bool bit, bits = false, no_start = true, no_end = false;
	ZEND_PARSE_PARAMETERS_START(2, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_BIT(bit)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(start, no_start)
		Z_PARAM_LONG_OR_NULL(end, no_end)
		Z_PARAM_BOOL(bits)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, bit);
	/* Without an end, a search for 0 may find the first bit behind the string. */
	if (!no_start || bits) {
		baton_add_long(&call->arguments, start);
	}
	if ((!no_start && !no_end) || bits) {
		baton_add_long(&call->arguments, no_end ? -1 : end);
	}
	if (bits) {
		BATON_ADD_LITERAL(&call->arguments, "BIT");
	}
	return true;
}

bool baton_build_setbit(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long offset;
	bool bit;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_LONG(offset)
		BATON_PARAM_BIT(bit)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (offset < 0 || offset > UINT32_MAX) {
		php_error_docref(NULL, E_WARNING, "Invalid OFFSET for bitop command (must be between 0-2^32-1)");
		return false;
	}
	baton_add_key(call, key);
	baton_add_long(&call->arguments, offset);
	baton_add_long(&call->arguments, bit);
	return true;
}
