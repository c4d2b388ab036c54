/* Commands on the groups of streams. */
#include "commands.h"

bool baton_build_xpending(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *group, *start = NULL, *end = NULL, *consumer = NULL;
	zend_long count = -1, idle = 0;
	ZEND_PARSE_PARAMETERS_START(2, 7)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(group)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(start)
		BATON_PARAM_STR_OR_NULL(end)
		Z_PARAM_LONG(count)
		BATON_PARAM_STR_OR_NULL(consumer)
		Z_PARAM_LONG(idle)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (start && (end == NULL || count < 0)) {
		php_error_docref(
			NULL, E_WARNING, "'$start' must be accompanied by '$end' and '$count' arguments");
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	baton_add_string(arguments, group);
	if (start == NULL) {
		return true;
	}
	if (idle != 0) {
		BATON_ADD_LITERAL(arguments, "IDLE");
		baton_add_long(arguments, idle);
	}
	baton_add_string(arguments, start);
	baton_add_string(arguments, end);
	baton_add_long(arguments, count);
	if (consumer) {
		baton_add_string(arguments, consumer);
	}
	return true;
}

/* A number of XCLAIM's options; -1 with a warning if it is none. */
static zend_long claim_number(const char *name, zval *value)
{
	zend_long number;
	if (baton_is_expiry(value, &number) && number >= 0) {
		return number;
	}
	php_error_docref(NULL, E_WARNING, "Invalid XCLAIM option '%s' will be ignored", name);
	return -1;
}

static void add_claim_options(baton_arguments *arguments, zend_array *options)
{
	zend_string *name;
	zval *value;
	const char *time_word = NULL;
	zend_long time = -1, retries = -1;
	bool force = false, just_id = false;
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		ZVAL_DEREF(value);
		if (name && (BATON_IS(name, "TIME") || BATON_IS(name, "IDLE"))) {
			time_word = BATON_IS(name, "TIME") ? "TIME" : "IDLE";
			time = claim_number(time_word, value);
		} else if (name && BATON_IS(name, "RETRYCOUNT")) {
			retries = zval_get_long(value);
		} else if (!name) {
			force |= BATON_ZVAL_IS(value, "FORCE");
			just_id |= BATON_ZVAL_IS(value, "JUSTID");
		}
	} ZEND_HASH_FOREACH_END();
	if (time != -1) {
		baton_add(arguments, time_word, strlen(time_word));
		baton_add_long(arguments, time);
	}
	if (retries != -1) {
		BATON_ADD_LITERAL(arguments, "RETRYCOUNT");
		baton_add_long(arguments, retries);
	}
	if (force) {
		BATON_ADD_LITERAL(arguments, "FORCE");
	}
	if (just_id) {
		BATON_ADD_LITERAL(arguments, "JUSTID");
	}
}

bool baton_build_xclaim(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *group, *consumer;
	zend_long idle;
	zend_array *ids, *options = NULL;
	ZEND_PARSE_PARAMETERS_START(5, 6)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(group)
		BATON_PARAM_STR(consumer)
		Z_PARAM_LONG(idle)
		Z_PARAM_ARRAY_HT(ids)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(ids) == 0) {
		return false;
	}
	baton_add_key(call, key);
	baton_add_string(&call->arguments, group);
	baton_add_string(&call->arguments, consumer);
	baton_add_long(&call->arguments, idle);
	baton_add_strings(&call->arguments, ids);
	if (options) {
		add_claim_options(&call->arguments, options);
	}
	return true;
}

bool baton_build_xautoclaim(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *group, *consumer, *start;
	zend_long idle, count = -1;
	bool just_id = false;
	ZEND_PARSE_PARAMETERS_START(5, 7)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(group)
		BATON_PARAM_STR(consumer)
		Z_PARAM_LONG(idle)
		BATON_PARAM_STR(start)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
		Z_PARAM_BOOL(just_id)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	baton_add_string(arguments, group);
	baton_add_string(arguments, consumer);
	baton_add_long(arguments, idle);
	baton_add_string(arguments, start);
	if (count > 0) {
		BATON_ADD_LITERAL(arguments, "COUNT");
		baton_add_long(arguments, count);
	}
	if (just_id) {
		BATON_ADD_LITERAL(arguments, "JUSTID");
	}
	return true;
}

/* How many arguments an operation of XGROUP has; -1 if there is none of that name. */
static int group_arguments(const zend_string *operation)
{
	if (BATON_IS(operation, "HELP")) {
		return 0;
	}
	if (BATON_IS(operation, "DESTROY")) {
		return 2;
	}
	return BATON_IS(operation, "CREATE") || BATON_IS(operation, "SETID") || BATON_IS(operation, "CREATECONSUMER")
		|| BATON_IS(operation, "DELCONSUMER") ? 3 : -1;
}

bool baton_build_xgroup(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation, *key = NULL, *group = NULL, *id = NULL;
	bool make_stream = false;
	zend_long entries_read = -2;
	ZEND_PARSE_PARAMETERS_START(1, 6)
		BATON_PARAM_STR(operation)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(key)
		BATON_PARAM_STR_OR_NULL(group)
		BATON_PARAM_STR_OR_NULL(id)
		Z_PARAM_BOOL(make_stream)
		Z_PARAM_LONG(entries_read)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	int wanted = group_arguments(operation);
	if (wanted < 0) {
		php_error_docref(NULL, E_WARNING, "Unknown XGROUP operation '%s'", ZSTR_VAL(operation));
		return false;
	}
	if (ZEND_NUM_ARGS() < (uint32_t) wanted || (wanted > 0 && !key) || (wanted > 1 && !group) || (wanted > 2 && !id)) {
		php_error_docref(NULL, E_WARNING, "Operation '%s' requires %d arguments", ZSTR_VAL(operation), wanted);
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_string(arguments, operation);
	if (wanted > 0) {
		baton_add_key(call, key);
		baton_add_string(arguments, group);
	}
	if (wanted > 2) {
		baton_add_string(arguments, id);
	}
	if (make_stream && BATON_IS(operation, "CREATE")) {
		BATON_ADD_LITERAL(arguments, "MKSTREAM");
	}
	if (entries_read != -2 && (BATON_IS(operation, "CREATE") || BATON_IS(operation, "SETID"))) {
		BATON_ADD_LITERAL(arguments, "ENTRIESREAD");
		baton_add_long(arguments, entries_read);
	}
	return true;
}

bool baton_build_xinfo(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation, *key = NULL, *group = NULL;
	zend_long count = -1;
	ZEND_PARSE_PARAMETERS_START(1, 4)
		BATON_PARAM_STR(operation)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(key)
		BATON_PARAM_STR_OR_NULL(group)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if ((group && !key) || (count != -1 && (!key || !group))) {
		php_error_docref(NULL, E_WARNING, "Cannot pass a non-null optional argument after a NULL one.");
		return false;
	}
	baton_add_string(&call->arguments, operation);
	if (key) {
		baton_add_key(call, key);
	}
	if (group) {
		baton_add_string(&call->arguments, group);
	}
	if (count > -1) {
		BATON_ADD_LITERAL(&call->arguments, "COUNT");
		baton_add_long(&call->arguments, count);
	}
	return true;
}
