/* Commands on streams: adding, reading, trimming. */
#include "commands.h"

bool baton_build_xadd(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *id, *name;
	zend_array *fields;
	zend_ulong number;
	zval *value;
	zend_long most = 0;
	bool about = false, no_stream = false;
	ZEND_PARSE_PARAMETERS_START(3, 6)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(id)
		Z_PARAM_ARRAY_HT(fields)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(most)
		Z_PARAM_BOOL(about)
		Z_PARAM_BOOL(no_stream)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(fields) == 0) {
		return false;
	}
	if (most < 0 || (most == 0 && about)) {
		php_error_docref(NULL, E_WARNING, "Warning:  Invalid MAXLEN argument or approximate flag");
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	if (no_stream) {
		BATON_ADD_LITERAL(arguments, "NOMKSTREAM");
	}
	if (most > 0) {
		BATON_ADD_LITERAL(arguments, "MAXLEN");
		if (about) {
			BATON_ADD_LITERAL(arguments, "~");
		}
		baton_add_long(arguments, most);
	}
	baton_add_string(arguments, id);
	ZEND_HASH_FOREACH_KEY_VAL(fields, number, name, value) {
		baton_add_array_key(arguments, name, number);
		baton_add_value(call, value);
	} ZEND_HASH_FOREACH_END();
	return true;
}

bool baton_build_xrange(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *start, *end;
	zend_long count = -1;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(start)
		BATON_PARAM_STR(end)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, start);
	baton_add_string(&call->arguments, end);
	if (count > -1) {
		BATON_ADD_LITERAL(&call->arguments, "COUNT");
		baton_add_long(&call->arguments, count);
	}
	return true;
}

/* STREAMS key ... id ... of an array key => id; false if it is empty. */
static bool add_streams(baton_call *call, zend_array *streams)
{
	zend_string *name;
	zend_ulong number;
	zval *id;
	BATON_ADD_LITERAL(&call->arguments, "STREAMS");
	ZEND_HASH_FOREACH_KEY(streams, number, name) {
		baton_add_array_key_as_key(call, name, number);
	} ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_VAL(streams, id) {
		baton_add_zval(&call->arguments, id);
	} ZEND_HASH_FOREACH_END();
	return zend_hash_num_elements(streams) > 0;
}

static void add_count_and_block(baton_arguments *arguments, zend_long count, zend_long block)
{
	if (count > -1) {
		BATON_ADD_LITERAL(arguments, "COUNT");
		baton_add_long(arguments, count);
	}
	if (block > -1) {
		BATON_ADD_LITERAL(arguments, "BLOCK");
		baton_add_long(arguments, block);
	}
}

bool baton_build_xread(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *streams;
	zend_long count = -1, block = -1;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(streams)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
		Z_PARAM_LONG(block)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	add_count_and_block(&call->arguments, count, block);
	return add_streams(call, streams);
}

bool baton_build_xreadgroup(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *group, *consumer;
	zend_array *streams;
	zend_long count = -1, block = -1;
	bool no_count = true, no_block = true;
	ZEND_PARSE_PARAMETERS_START(3, 5)
		BATON_PARAM_STR(group)
		BATON_PARAM_STR(consumer)
		Z_PARAM_ARRAY_HT(streams)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(count, no_count)
		Z_PARAM_LONG_OR_NULL(block, no_block)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if ((!no_count && count < 0) || (!no_block && block < 0)) {
		php_error_docref(NULL, E_WARNING, "Negative values for COUNT or BLOCK are illegal.");
		return false;
	}
	BATON_ADD_LITERAL(&call->arguments, "GROUP");
	baton_add_string(&call->arguments, group);
	baton_add_string(&call->arguments, consumer);
	add_count_and_block(&call->arguments, no_count ? -1 : count, no_block ? -1 : block);
	return add_streams(call, streams);
}

bool baton_build_xtrim(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *threshold;
	bool about = false, by_id = false;
	zend_long limit = -1;
	ZEND_PARSE_PARAMETERS_START(2, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(threshold)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(about)
		Z_PARAM_BOOL(by_id)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	by_id ? BATON_ADD_LITERAL(arguments, "MINID") : BATON_ADD_LITERAL(arguments, "MAXLEN");
	about ? BATON_ADD_LITERAL(arguments, "~") : BATON_ADD_LITERAL(arguments, "=");
	baton_add_string(arguments, threshold);
	if (limit > -1 && about) {
		BATON_ADD_LITERAL(arguments, "LIMIT");
		baton_add_long(arguments, limit);
	} else if (limit > -1) {
		php_error_docref(NULL, E_WARNING, "Cannot use LIMIT without an approximate match, ignoring");
	} else if (ZEND_NUM_ARGS() == 5) {
		php_error_docref(NULL, E_WARNING, "Limit must be >= 0");
	}
	return true;
}

/* [KEEPREF|DELREF|ACKED] IDS numids id ...; false if there are none. */
static bool add_ids(baton_call *call, zend_string *mode, zend_array *ids)
{
	if (mode) {
		baton_add_string(&call->arguments, mode);
	}
	BATON_ADD_LITERAL(&call->arguments, "IDS");
	baton_add_long(&call->arguments, zend_hash_num_elements(ids));
	baton_add_strings(&call->arguments, ids);
	return zend_hash_num_elements(ids) > 0;
}

bool baton_build_xdelex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *mode = NULL;
	zend_array *ids;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(ids)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(mode)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	return add_ids(call, mode, ids);
}

bool baton_build_xackdel(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *group, *mode = NULL;
	zend_array *ids;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(group)
		Z_PARAM_ARRAY_HT(ids)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(mode)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, group);
	return add_ids(call, mode, ids);
}

bool baton_build_xnack(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *group, *mode;
	zend_array *ids, *options = NULL;
	ZEND_PARSE_PARAMETERS_START(4, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(group)
		BATON_PARAM_STR(mode)
		Z_PARAM_ARRAY_HT(ids)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, group);
	if (!add_ids(call, mode, ids)) {
		return false;
	}
	baton_add_options(call, options, NULL);
	return true;
}
