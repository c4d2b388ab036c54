/* Commands on lists that have options, or wait. */
#include "commands.h"

/* Keys, as one array or one by one, and at last how many seconds to wait. */
bool baton_build_blocking_pop(baton_call *call, zend_execute_data *execute_data)
{
	zval *values;
	int count;
	ZEND_PARSE_PARAMETERS_START(2, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	zval *timeout = &values[count - 1];
	if (Z_TYPE_P(timeout) != IS_LONG && Z_TYPE_P(timeout) != IS_DOUBLE) {
		php_error_docref(NULL, E_WARNING, "Timeout must be a long or double");
		return false;
	}
	if (count == 2 && Z_TYPE(values[0]) == IS_ARRAY) {
		if (zend_hash_num_elements(Z_ARRVAL(values[0])) == 0) {
			return false;
		}
		baton_add_keys(call, Z_ARRVAL(values[0]));
	} else {
		for (int i = 0; i < count - 1; i++) {
			baton_add_key_zval(call, &values[i]);
		}
	}
	return baton_add_score(&call->arguments, timeout);
}

bool baton_build_brpoplpush(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to;
	double timeout;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		Z_PARAM_DOUBLE(timeout)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, from);
	baton_add_key(call, to);
	if (timeout < 0) {
		baton_set_word(call, "RPOPLPUSH");
	} else {
		baton_add_double(&call->arguments, timeout);
	}
	return true;
}

static bool is_side(const zend_string *side)
{
	return BATON_IS(side, "LEFT") || BATON_IS(side, "RIGHT");
}

/* Two keys and the sides of them. */
static bool add_move(baton_call *call, zend_string *from, zend_string *to, zend_string *out, zend_string *in)
{
	if (!is_side(out)) {
		php_error_docref(NULL, E_WARNING, "Wherefrom argument must be 'LEFT' or 'RIGHT'");
		return false;
	}
	if (!is_side(in)) {
		php_error_docref(NULL, E_WARNING, "Whereto argument must be 'LEFT' or 'RIGHT'");
		return false;
	}
	baton_add_key(call, from);
	baton_add_key(call, to);
	baton_add_string(&call->arguments, out);
	baton_add_string(&call->arguments, in);
	return true;
}

bool baton_build_lmove(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to, *out, *in;
	ZEND_PARSE_PARAMETERS_START(4, 4)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		BATON_PARAM_STR(out)
		BATON_PARAM_STR(in)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	return add_move(call, from, to, out, in);
}

bool baton_build_blmove(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to, *out, *in;
	double timeout;
	ZEND_PARSE_PARAMETERS_START(5, 5)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		BATON_PARAM_STR(out)
		BATON_PARAM_STR(in)
		Z_PARAM_DOUBLE(timeout)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!add_move(call, from, to, out, in)) {
		return false;
	}
	baton_add_double(&call->arguments, timeout);
	return true;
}

bool baton_build_lmovem(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to, *out, *in;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(4, 5)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		BATON_PARAM_STR(out)
		BATON_PARAM_STR(in)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!add_move(call, from, to, out, in)) {
		return false;
	}
	baton_add_options(call, options, NULL);
	return true;
}

bool baton_build_blmovem(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to, *out, *in;
	zend_array *options = NULL;
	double timeout;
	ZEND_PARSE_PARAMETERS_START(5, 6)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		BATON_PARAM_STR(out)
		BATON_PARAM_STR(in)
		Z_PARAM_DOUBLE(timeout)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!add_move(call, from, to, out, in)) {
		return false;
	}
	baton_add_double(&call->arguments, timeout);
	baton_add_options(call, options, NULL);
	return true;
}

bool baton_build_linsert(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *where;
	zval *pivot, *value;
	ZEND_PARSE_PARAMETERS_START(4, 4)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(where)
		Z_PARAM_ZVAL(pivot)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!BATON_IS(where, "after") && !BATON_IS(where, "before")) {
		php_error_docref(NULL, E_WARNING, "Position must be either 'BEFORE' or 'AFTER'");
		return false;
	}
	baton_add_key(call, key);
	baton_add_string(&call->arguments, where);
	baton_add_value(call, pivot);
	baton_add_value(call, value);
	return true;
}

bool baton_build_pop(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_long count = 0;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (count > 0) {
		baton_add_long(&call->arguments, count);
		call->reply = baton_reply_values;
	}
	return true;
}

/* Whether LMPOP and its relatives may be sent so. */
static bool check_mpop(zend_array *keys, zend_long count, const zend_string *from, bool scores)
{
	if (zend_hash_num_elements(keys) == 0) {
		php_error_docref(NULL, E_WARNING, "Must pass at least one key");
		return false;
	}
	if (count < 1) {
		php_error_docref(NULL, E_WARNING, "Count must be > 0");
		return false;
	}
	if (scores ? !BATON_IS(from, "MIN") && !BATON_IS(from, "MAX") : !is_side(from)) {
		php_error_docref(NULL, E_WARNING, "from must be either %s", scores ? "'MIN' or 'MAX'" : "'LEFT' or 'RIGHT'");
		return false;
	}
	return true;
}

static bool build_mpop(baton_call *call, zend_execute_data *execute_data, bool blocks, bool scores)
{
	zend_array *keys;
	zend_string *from;
	zend_long count = 1;
	double timeout = 0;
	ZEND_PARSE_PARAMETERS_START(2 + blocks, 3 + blocks)
		if (blocks) {
			Z_PARAM_DOUBLE(timeout)
		}
		Z_PARAM_ARRAY_HT(keys)
		BATON_PARAM_STR(from)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!check_mpop(keys, count, from, scores)) {
		return false;
	}
	if (blocks) {
		baton_add_double(&call->arguments, timeout);
	}
	baton_add_long(&call->arguments, zend_hash_num_elements(keys));
	baton_add_keys(call, keys);
	baton_add_string(&call->arguments, from);
	if (count != 1) {
		BATON_ADD_LITERAL(&call->arguments, "COUNT");
		baton_add_long(&call->arguments, count);
	}
	call->context.number = scores;
	return true;
}

bool baton_build_lmpop(baton_call *call, zend_execute_data *execute_data)
{
	return build_mpop(call, execute_data, false, false);
}

bool baton_build_blmpop(baton_call *call, zend_execute_data *execute_data)
{
	return build_mpop(call, execute_data, true, false);
}

bool baton_build_zmpop(baton_call *call, zend_execute_data *execute_data)
{
	return build_mpop(call, execute_data, false, true);
}

bool baton_build_bzmpop(baton_call *call, zend_execute_data *execute_data)
{
	return build_mpop(call, execute_data, true, true);
}

bool baton_build_lrem(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zval *value;
	zend_long count = 0;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_long(&call->arguments, count);
	baton_add_value(call, value);
	return true;
}
