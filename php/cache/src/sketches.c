/* HyperLogLogs and count-min sketches: what a spec cannot say of them. */
#include "commands.h"

/* Whether any of it was new: a number from one server, and true or false from a cluster, as PhpRedis tells it. */
bool baton_reply_pfadd(baton_redis *redis, zval *to, const baton_context *context)
{
	return redis->cluster ? baton_reply_one(redis, to, context) : baton_reply_integer(redis, to, context);
}

bool baton_build_pfcount(baton_call *call, zend_execute_data *execute_data)
{
	zval *keys;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(keys)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (Z_TYPE_P(keys) == IS_ARRAY) {
		baton_add_keys(call, Z_ARRVAL_P(keys));
		return zend_hash_num_elements(Z_ARRVAL_P(keys)) > 0;
	}
	if (Z_TYPE_P(keys) != IS_STRING) {
		php_error_docref(NULL, E_WARNING, "Argument must be either an array or a string");
		return false;
	}
	baton_add_key_zval(call, keys);
	return true;
}

/* CMS.MERGE destination numkeys source ... [WEIGHTS weight ...]. */
bool baton_build_cms_merge(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *to;
	zend_array *keys, *weights = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(to)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(weights)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, to);
	baton_add_long(&call->arguments, zend_hash_num_elements(keys));
	baton_add_keys(call, keys);
	if (weights && zend_hash_num_elements(weights) > 0) {
		BATON_ADD_LITERAL(&call->arguments, "WEIGHTS");
		baton_add_strings(&call->arguments, weights);
	}
	return zend_hash_num_elements(keys) > 0;
}
