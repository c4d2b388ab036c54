/* Vector sets. */
#include "commands.h"

#include "ext/json/php_json.h"
#include "zend_smart_str.h"

/* VALUES count number ... */
static bool add_vector(baton_arguments *arguments, zend_array *vector)
{
	zval *number;
	BATON_ADD_LITERAL(arguments, "VALUES");
	baton_add_long(arguments, zend_hash_num_elements(vector));
	ZEND_HASH_FOREACH_VAL(vector, number) {
		baton_add_double(arguments, zval_get_double(number));
	} ZEND_HASH_FOREACH_END();
	return zend_hash_num_elements(vector) > 0;
}

static bool add_attributes(baton_arguments *arguments, zval *attributes)
{
	smart_str text = {0};
	if (Z_TYPE_P(attributes) != IS_ARRAY) {
		baton_add_zval(arguments, attributes);
		return true;
	}
	if (php_json_encode(&text, attributes, 0) != SUCCESS || text.s == NULL) {
		smart_str_free(&text);
		return false;
	}
	smart_str_0(&text);
	baton_add_owned(arguments, text.s);
	return true;
}

static zval *find(zend_array *options, const char *name)
{
	zend_string *key;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, key, value) {
		if (key && strcasecmp(ZSTR_VAL(key), name) == 0) {
			ZVAL_DEREF(value);
			return value;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

/* VADD key [REDUCE dim] VALUES ... element [CAS] [NOQUANT|Q8|BIN] [EF n] [SETATTR json] [M n]. */
bool baton_build_vadd(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *name;
	zend_array *vector, *options = NULL;
	zval *element, *value;
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		Z_PARAM_ARRAY_HT(vector)
		Z_PARAM_ZVAL(element)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	zval *reduce = options ? find(options, "REDUCE") : NULL;
	if (reduce) {
		BATON_ADD_LITERAL(arguments, "REDUCE");
		baton_add_zval(arguments, reduce);
	}
	if (!add_vector(arguments, vector)) {
		return false;
	}
	baton_add_value(call, element);
	if (options == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		ZVAL_DEREF(value);
		if (name == NULL) {
			baton_add_zval(arguments, value);
		} else if (BATON_IS(name, "SETATTR")) {
			BATON_ADD_LITERAL(arguments, "SETATTR");
			if (!add_attributes(arguments, value)) {
				return false;
			}
		} else if (!BATON_IS(name, "REDUCE") && Z_TYPE_P(value) != IS_FALSE && Z_TYPE_P(value) != IS_NULL) {
			baton_add_owned(arguments, zend_string_toupper(name));
			if (Z_TYPE_P(value) != IS_TRUE) {
				baton_add_zval(arguments, value);
			}
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* VSIM key ELE element|VALUES ... [WITHSCORES] [COUNT n] [...]. */
bool baton_build_vsim(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zend_array *options = NULL;
	zval *member, *value;
	zend_string *name;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(member)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (Z_TYPE_P(member) == IS_ARRAY) {
		if (!add_vector(&call->arguments, Z_ARRVAL_P(member))) {
			return false;
		}
	} else {
		BATON_ADD_LITERAL(&call->arguments, "ELE");
		baton_add_value(call, member);
	}
	baton_add_options(call, options, NULL);
	if (options == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		if (name ? BATON_IS(name, "WITHSCORES") && zend_is_true(value) : BATON_ZVAL_IS(value, "WITHSCORES")) {
			call->reply = baton_reply_map_scores;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* A key, an element, and whether it is to be told in another way. */
static bool build_member(baton_call *call, zend_execute_data *execute_data, bool *flag)
{
	zend_string *key;
	zval *element;
	*flag = false;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(element)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(*flag)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_value(call, element);
	return true;
}

bool baton_build_vemb(baton_call *call, zend_execute_data *execute_data)
{
	bool raw;
	if (!build_member(call, execute_data, &raw)) {
		return false;
	}
	if (raw) {
		BATON_ADD_LITERAL(&call->arguments, "RAW");
		call->reply = baton_reply_strings;
	}
	return true;
}

bool baton_build_vgetattr(baton_call *call, zend_execute_data *execute_data)
{
	bool raw;
	if (!build_member(call, execute_data, &raw)) {
		return false;
	}
	if (raw) {
		call->reply = baton_reply_text;
	}
	return true;
}

/* Neighbours by layers. */
bool baton_build_vlinks(baton_call *call, zend_execute_data *execute_data)
{
	bool scores;
	if (!build_member(call, execute_data, &scores)) {
		return false;
	}
	if (scores) {
		BATON_ADD_LITERAL(&call->arguments, "WITHSCORES");
	}
	return true;
}

bool baton_build_vsetattr(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zval *element, *attributes;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(element)
		Z_PARAM_ZVAL(attributes)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_value(call, element);
	return add_attributes(&call->arguments, attributes);
}
