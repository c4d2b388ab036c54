/* Scripts and functions. */
#include "commands.h"

/* EVAL script numkeys key ... argument ...: the first `numkeys` of one array are the keys. */
bool baton_build_eval(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *script;
	zend_array *values = NULL;
	zend_long keys = 0;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		BATON_PARAM_STR(script)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(values)
		Z_PARAM_LONG(keys)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, script);
	baton_add_long(&call->arguments, keys);
	if (values) {
		ZEND_HASH_FOREACH_VAL(values, value) {
			if (keys-- > 0) {
				baton_add_key_zval(call, value);
			} else {
				baton_add_zval(&call->arguments, value);
			}
		} ZEND_HASH_FOREACH_END();
	}
	return true;
}

/* What the program's function, which the context has, makes of the reply. */
static bool reply_handled(baton_redis *redis, zval *to, const baton_context *context)
{
	zval reply, function;
	ZVAL_NULL(to);
	if (!baton_reply_literal(redis, &reply, NULL)) {
		return false;
	}
	ZVAL_COPY(&function, zend_hash_index_find(context->table, 0));
	bool unpacking = redis->unpacking;
	redis->unpacking = true; /* other replies may stand behind this one */
	call_user_function(NULL, NULL, &function, to, 1, &reply);
	redis->unpacking = unpacking;
	if (Z_ISUNDEF_P(to)) {
		ZVAL_NULL(to);
	}
	zval_ptr_dtor(&function);
	zval_ptr_dtor(&reply);
	return true;
}

bool baton_build_fcall(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *function;
	zend_array *keys = NULL, *values = NULL;
	zend_fcall_info handler = empty_fcall_info;
	zend_fcall_info_cache cache = empty_fcall_info_cache;
	ZEND_PARSE_PARAMETERS_START(1, 4)
		BATON_PARAM_STR(function)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_ARRAY_HT(values)
		Z_PARAM_FUNC_OR_NULL(handler, cache)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (ZEND_FCI_INITIALIZED(handler)) {
		call->context.table = zend_new_array(1);
		Z_TRY_ADDREF(handler.function_name);
		zend_hash_next_index_insert(call->context.table, &handler.function_name);
		call->reply = reply_handled;
	}
	baton_add_string(&call->arguments, function);
	baton_add_long(&call->arguments, keys ? zend_hash_num_elements(keys) : 0);
	if (keys) {
		baton_add_keys(call, keys);
	}
	if (values) {
		baton_add_values(call, values);
	}
	return true;
}

static bool is_mode(const zval *value)
{
	return BATON_ZVAL_IS(value, "SYNC") || BATON_ZVAL_IS(value, "ASYNC");
}

/* Whether SCRIPT's operation has the arguments that it needs. */
static bool check_script(const zend_string *operation, const zval *values, int count)
{
	if (BATON_IS(operation, "KILL")) {
		return true;
	}
	if (BATON_IS(operation, "FLUSH")) {
		return count == 0 || is_mode(&values[0]);
	}
	if (BATON_IS(operation, "LOAD")) {
		return count >= 1 && Z_TYPE(values[0]) == IS_STRING && Z_STRLEN(values[0]) > 0;
	}
	return BATON_IS(operation, "EXISTS") && count >= 1;
}

bool baton_build_script(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(operation)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!check_script(operation, values, count)) {
		return false;
	}
	baton_add_string(&call->arguments, operation);
	int used = BATON_IS(operation, "EXISTS") ? count : BATON_IS(operation, "KILL") ? 0 : MIN(count, 1);
	baton_add_zvals(&call->arguments, values, used);
	return true;
}

/* What is wrong with the arguments of FUNCTION's operation; NULL if nothing is. */
static const char *check_function(const zend_string *operation, const zval *values, int count)
{
	if (BATON_IS(operation, "DELETE")) {
		return count < 1 ? "argument required" : NULL;
	}
	if (BATON_IS(operation, "FLUSH")) {
		return count > 0 && !is_mode(&values[0]) ? "invalid argument" : NULL;
	}
	if (BATON_IS(operation, "LIST") && count > 0) {
		if (BATON_ZVAL_IS(&values[0], "LIBRARYNAME")) {
			return count < 2 ? "argument required" : NULL;
		}
		return BATON_ZVAL_IS(&values[0], "WITHCODE") ? NULL : "invalid argument";
	}
	if (BATON_IS(operation, "LOAD")) {
		return count < 1 || (BATON_ZVAL_IS(&values[0], "REPLACE") && count < 2) ? "argument required" : NULL;
	}
	if (BATON_IS(operation, "RESTORE")) {
		bool known = count < 2 || BATON_ZVAL_IS(&values[1], "FLUSH") || BATON_ZVAL_IS(&values[1], "APPEND")
			|| BATON_ZVAL_IS(&values[1], "REPLACE");
		return count < 1 || !known ? "invalid argument" : NULL;
	}
	return NULL;
}

/* How an operation answers; NULL if there is none of that name. */
static baton_reply function_reply(const zend_string *operation)
{
	if (BATON_IS(operation, "DUMP") || BATON_IS(operation, "LOAD")) {
		return baton_reply_text;
	}
	if (BATON_IS(operation, "LIST") || BATON_IS(operation, "STATS")) {
		return baton_reply_maps;
	}
	bool plain = BATON_IS(operation, "DELETE") || BATON_IS(operation, "FLUSH") || BATON_IS(operation, "KILL")
		|| BATON_IS(operation, "RESTORE");
	return plain ? baton_reply_ok : NULL;
}

bool baton_build_function(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(operation)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	call->reply = function_reply(operation);
	if (call->reply == NULL) {
		php_error_docref(NULL, E_WARNING, "Unknown operation '%s'", ZSTR_VAL(operation));
		return false;
	}
	const char *wrong = check_function(operation, values, count);
	for (int i = 0; i < count && !wrong; i++) {
		wrong = Z_TYPE(values[i]) == IS_STRING ? NULL : "invalid argument";
	}
	if (wrong) {
		php_error_docref(NULL, E_WARNING, "%s", wrong);
		return false;
	}
	baton_add_string(&call->arguments, operation);
	baton_add_zvals(&call->arguments, values, count);
	return true;
}
