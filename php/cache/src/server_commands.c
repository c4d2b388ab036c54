/* Commands about the server and the connection. */
#include "commands.h"

bool baton_build_auth(baton_call *call, zend_execute_data *execute_data)
{
	zval *from;
	zend_string *user, *password;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!baton_credentials(from, &user, &password)) {
		return false;
	}
	if (user) {
		baton_add_owned(&call->arguments, zend_string_copy(user));
	}
	baton_add_owned(&call->arguments, zend_string_copy(password));
	baton_set_credentials(call->redis, user, password);
	return true;
}

bool baton_build_select(baton_call *call, zend_execute_data *execute_data)
{
	zend_long database;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(database)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (database < 0 || database > INT_MAX) {
		return false;
	}
	baton_add_long(&call->arguments, database);
	call->context.number = database;
	return true;
}

bool baton_build_flush(baton_call *call, zend_execute_data *execute_data)
{
	bool sync = false, absent = true;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL_OR_NULL(sync, absent)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!absent) {
		sync ? BATON_ADD_LITERAL(&call->arguments, "SYNC") : BATON_ADD_LITERAL(&call->arguments, "ASYNC");
	}
	return true;
}

bool baton_build_replicaof(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *host = NULL;
	zend_long port = 6379;
	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(host)
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (port < 0 || port > UINT16_MAX) {
		php_error_docref(NULL, E_WARNING, "Invalid port " ZEND_LONG_FMT, port);
		return false;
	}
	if (host) {
		baton_add_string(&call->arguments, host);
		baton_add_long(&call->arguments, port);
	} else {
		BATON_ADD_LITERAL(&call->arguments, "NO");
		BATON_ADD_LITERAL(&call->arguments, "ONE");
	}
	return true;
}

bool baton_build_failover(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *to = NULL;
	bool abort = false;
	zend_long timeout = 0;
	ZEND_PARSE_PARAMETERS_START(0, 3)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(to)
		Z_PARAM_BOOL(abort)
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_arguments *arguments = &call->arguments;
	if (to) {
		zval *host = zend_hash_str_find(to, ZEND_STRL("host")), *port = zend_hash_str_find(to, ZEND_STRL("port"));
		zval *force = zend_hash_str_find(to, ZEND_STRL("force"));
		if (host == NULL || port == NULL) {
			php_error_docref(NULL, E_WARNING, "host and port must be provided!");
			return false;
		}
		BATON_ADD_LITERAL(arguments, "TO");
		baton_add_zval(arguments, host);
		baton_add_zval(arguments, port);
		if (force && zend_is_true(force)) {
			BATON_ADD_LITERAL(arguments, "FORCE");
		}
	}
	if (abort) {
		BATON_ADD_LITERAL(arguments, "ABORT");
	}
	if (timeout > 0) {
		BATON_ADD_LITERAL(arguments, "TIMEOUT");
		baton_add_long(arguments, timeout);
	}
	return true;
}

bool baton_build_slowlog(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(operation)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	bool get = BATON_IS(operation, "GET");
	if (!get && !BATON_IS(operation, "LEN") && !BATON_IS(operation, "RESET")) {
		php_error_docref(NULL, E_WARNING, "Unknown SLOWLOG operation '%s'", ZSTR_VAL(operation));
		return false;
	}
	baton_add_string(&call->arguments, operation);
	if (get && count > 0) {
		baton_add_long(&call->arguments, zval_get_long(&values[0]));
	}
	return true;
}

bool baton_build_waitaof(baton_call *call, zend_execute_data *execute_data)
{
	zend_long local, replicas, timeout;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(local)
		Z_PARAM_LONG(replicas)
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (local < 0 || replicas < 0 || timeout < 0) {
		php_error_docref(NULL, E_WARNING, "No arguments can be negative");
		return false;
	}
	baton_add_long(&call->arguments, local);
	baton_add_long(&call->arguments, replicas);
	baton_add_long(&call->arguments, timeout);
	return true;
}

/* Any command at all, in words and numbers. */
bool baton_build_rawcommand(baton_call *call, zend_execute_data *execute_data)
{
	zval *values;
	int count;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (Z_TYPE(values[0]) != IS_STRING) {
		php_error_docref(
			NULL, E_WARNING, "When sending a 'raw' command, the first argument must be a string!");
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	arguments->count = 0;
	for (int i = 0; i < count; i++) {
		if (Z_TYPE(values[i]) == IS_STRING) {
			baton_add_string(arguments, Z_STR(values[i]));
		} else if (Z_TYPE(values[i]) == IS_LONG || Z_TYPE(values[i]) == IS_DOUBLE) {
			baton_add_score(arguments, &values[i]);
		} else if (Z_TYPE(values[i]) <= IS_TRUE && baton_names_are_relays(call->redis->names)) {
			baton_add_zval(arguments, &values[i]);
		} else {
			php_error_docref(NULL, E_WARNING, "Raw command arguments must be scalar values!");
			return false;
		}
	}
	return true;
}

/* An operation and words behind it. */
bool baton_build_words(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(operation)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	baton_add_zvals(&call->arguments, values, count);
	return true;
}

bool baton_build_hotkeys(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zend_array *options = NULL;
	static const char *const counted[] = {"METRICS", "SLOTS", NULL};
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(operation)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	baton_add_options(call, options, counted);
	return true;
}

bool baton_build_command(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation = NULL;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(operation)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (operation == NULL) {
		return true;
	}
	baton_add_string(&call->arguments, operation);
	if (BATON_IS(operation, "COUNT")) {
		call->reply = baton_reply_integer;
		return true;
	}
	if (BATON_IS(operation, "GETKEYS") || BATON_IS(operation, "LIST")) {
		call->reply = baton_reply_texts;
	} else if (!BATON_IS(operation, "DOCS") && !BATON_IS(operation, "INFO") && !BATON_IS(operation, "GETKEYSANDFLAGS")) {
		php_error_docref(NULL, E_WARNING, "Unknown COMMAND operation '%s'", ZSTR_VAL(operation));
		return false;
	}
	baton_add_zvals(&call->arguments, values, count);
	return true;
}
