/* Commands on hashes that have options, or name their fields in the reply. */
#include "commands.h"

/* The names of fields for the reply, as strings. */
static zend_array *names_of(zend_array *fields)
{
	zend_array *names = zend_new_array(zend_hash_num_elements(fields));
	zval *field, name;
	ZEND_HASH_FOREACH_VAL(fields, field) {
		ZVAL_DEREF(field);
		if ((Z_TYPE_P(field) == IS_STRING && Z_STRLEN_P(field) > 0) || Z_TYPE_P(field) == IS_LONG) {
			ZVAL_STR(&name, zval_get_string(field));
			zend_hash_next_index_insert_new(names, &name);
		}
	} ZEND_HASH_FOREACH_END();
	return names;
}

bool baton_build_hmget(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *fields;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(fields)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	call->context.table = names_of(fields);
	baton_add_key(call, key);
	baton_add_strings(&call->arguments, call->context.table);
	return zend_hash_num_elements(call->context.table) > 0;
}

/* HSET key field value ..., or one array of them. */
bool baton_build_hset(baton_call *call, zend_execute_data *execute_data)
{
	zval *values;
	int count;
	ZEND_PARSE_PARAMETERS_START(2, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (count == 2) {
		zend_string *field;
		zend_ulong number;
		zval *value;
		if (Z_TYPE(values[1]) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL(values[1])) == 0) {
			return false;
		}
		baton_add_key_zval(call, &values[0]);
		ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(values[1]), number, field, value) {
			baton_add_array_key(&call->arguments, field, number);
			baton_add_value(call, value);
		} ZEND_HASH_FOREACH_END();
		return true;
	}
	if (count % 2 == 0) {
		return false;
	}
	baton_add_key_zval(call, &values[0]);
	for (int i = 1; i < count; i += 2) {
		baton_add_zval(&call->arguments, &values[i]);
		baton_add_value(call, &values[i + 1]);
	}
	return true;
}

/* One of them, or "count" of them, and with this word what they stand for, too. */
bool baton_build_random(baton_call *call, zend_execute_data *execute_data, const char *with, baton_reply pairs)
{
	zend_string *key, *name;
	zend_array *options = NULL;
	zval *value;
	zend_long count = 0;
	bool both = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (options) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
			ZVAL_DEREF(value);
			const zend_string *word = name ? name : Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
			if (name && BATON_IS(name, "count")) {
				count = zval_get_long(value);
			} else if (word && strcasecmp(ZSTR_VAL(word), with) == 0) {
				both = zend_is_true(value);
			}
		} ZEND_HASH_FOREACH_END();
	}
	baton_add_key(call, key);
	if (count != 0 || both) {
		baton_add_long(&call->arguments, count ? count : 1);
		call->reply = baton_reply_texts;
	}
	if (both) {
		baton_add(&call->arguments, with, strlen(with));
		call->reply = pairs;
	}
	return true;
}

bool baton_build_hrandfield(baton_call *call, zend_execute_data *execute_data)
{
	return baton_build_random(call, execute_data, "WITHVALUES", baton_reply_map_texts);
}

/* FIELDS numfields field ...; false if there are none. */
static bool add_fields(baton_call *call, zend_array *fields)
{
	BATON_ADD_LITERAL(&call->arguments, "FIELDS");
	baton_add_long(&call->arguments, zend_hash_num_elements(fields));
	baton_add_strings(&call->arguments, fields);
	return zend_hash_num_elements(fields) > 0;
}

bool baton_build_hash_fields(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *fields;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(fields)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	return add_fields(call, fields);
}

bool baton_build_hgetdel(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *fields;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(fields)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	call->context.table = names_of(fields);
	baton_add_key(call, key);
	return add_fields(call, call->context.table);
}

bool baton_build_hgetex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *fields;
	zval *expiry = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(fields)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(expiry)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	call->context.table = names_of(fields);
	baton_add_key(call, key);
	return baton_add_expiry(&call->arguments, expiry) && add_fields(call, call->context.table);
}

bool baton_build_hsetex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *field;
	zend_ulong number;
	zend_array *fields;
	zval *expiry = NULL, *value;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(fields)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(expiry)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (zend_hash_num_elements(fields) == 0 || !baton_add_expiry(&call->arguments, expiry)) {
		return false;
	}
	BATON_ADD_LITERAL(&call->arguments, "FIELDS");
	baton_add_long(&call->arguments, zend_hash_num_elements(fields));
	ZEND_HASH_FOREACH_KEY_VAL(fields, number, field, value) {
		baton_add_array_key(&call->arguments, field, number);
		baton_add_value(call, value);
	} ZEND_HASH_FOREACH_END();
	return true;
}

bool baton_build_hexpire(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *mode = NULL;
	zend_long time;
	zend_array *fields;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		Z_PARAM_LONG(time)
		Z_PARAM_ARRAY_HT(fields)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(mode)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, time);
	if (mode) {
		baton_add_string(&call->arguments, mode);
	}
	return add_fields(call, fields);
}
