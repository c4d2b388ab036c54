/* LPOS: one position, or a list of them where COUNT asks for it. */
#include "commands.h"

bool baton_build_lpos(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *name;
	zval *value, *option;
	zend_array *options = NULL;
	zend_long rank = 0, count = -1, most = -1;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	bool ranked = false;
	if (options) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, option) {
			if (name && BATON_IS(name, "count")) {
				count = zval_get_long(option);
			} else if (name && BATON_IS(name, "maxlen")) {
				most = zval_get_long(option);
			} else if (name && BATON_IS(name, "rank")) {
				rank = zval_get_long(option);
				ranked = true;
			}
		} ZEND_HASH_FOREACH_END();
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	baton_add_value(call, value);
	if (ranked) {
		BATON_ADD_LITERAL(arguments, "RANK");
		baton_add_long(arguments, rank);
	}
	if (count >= 0) {
		BATON_ADD_LITERAL(arguments, "COUNT");
		baton_add_long(arguments, count);
		call->reply = baton_reply_integers;
	}
	if (most >= 0) {
		BATON_ADD_LITERAL(arguments, "MAXLEN");
		baton_add_long(arguments, most);
	}
	return true;
}

bool baton_reply_position(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_INTEGER) {
		ZVAL_LONG(to, node.integer);
		return true;
	}
	if (node.kind == BC_NIL && (redis->options.null_array_as_null || redis->options.nil_is_null)) {
		ZVAL_NULL(to);
		return true;
	}
	ZVAL_FALSE(to);
	if (node.kind == BC_ERROR) {
		baton_redis_server_error(redis, &node, false);
		return true;
	}
	return baton_skip(redis, &node);
}
