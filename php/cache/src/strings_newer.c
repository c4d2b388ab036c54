/* Commands on strings that only newer servers have. */
#include "commands.h"

/* MSETEX numkeys key value ... [NX|XX] [EX seconds|...]. */
bool baton_build_msetex(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *pairs;
	zval *expiry = NULL, *value;
	zend_string *name;
	zend_ulong number;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(pairs)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(expiry)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(pairs) == 0) {
		return false;
	}
	baton_add_long(&call->arguments, zend_hash_num_elements(pairs));
	ZEND_HASH_FOREACH_KEY_VAL(pairs, number, name, value) {
		baton_add_array_key_as_key(call, name, number);
		baton_add_value(call, value);
	} ZEND_HASH_FOREACH_END();
	return baton_add_expiry(&call->arguments, expiry);
}

/* DELEX key [IFEQ value|IFNE value|IFDEQ digest|IFDNE digest]: values are compared as they are stored. */
bool baton_build_delex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *name;
	zend_array *options = NULL;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (options == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		if (name == NULL) {
			continue;
		}
		baton_add_string(&call->arguments, name);
		if (BATON_IS(name, "IFEQ") || BATON_IS(name, "IFNE")) {
			baton_add_value(call, value);
		} else {
			baton_add_zval(&call->arguments, value);
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* INCREX key [BYFLOAT increment|BYINT increment] [options]. */
bool baton_build_increx(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zval *step = NULL;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(step)
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (step && Z_TYPE_P(step) == IS_DOUBLE) {
		BATON_ADD_LITERAL(&call->arguments, "BYFLOAT");
		baton_add_double(&call->arguments, Z_DVAL_P(step));
	} else if (step && Z_TYPE_P(step) != IS_NULL) {
		BATON_ADD_LITERAL(&call->arguments, "BYINT");
		baton_add_long(&call->arguments, zval_get_long(step));
	}
	baton_add_options(call, options, NULL);
	return true;
}

/* GCRA key max_burst requests_per_period period [TOKENS count]. */
bool baton_build_gcra(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long burst, requests, period, tokens = 0;
	ZEND_PARSE_PARAMETERS_START(4, 5)
		BATON_PARAM_STR(key)
		Z_PARAM_LONG(burst)
		Z_PARAM_LONG(requests)
		Z_PARAM_LONG(period)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(tokens)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, burst);
	baton_add_long(&call->arguments, requests);
	baton_add_long(&call->arguments, period);
	if (tokens > 0) {
		BATON_ADD_LITERAL(&call->arguments, "TOKENS");
		baton_add_long(&call->arguments, tokens);
	}
	return true;
}
