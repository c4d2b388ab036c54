/* Options as PHP arrays, for commands whose options are many and that the server checks anyway. */
#include "commands.h"

static bool is_counted(const zend_string *name, const char *const *counted)
{
	for (; counted && *counted; counted++) {
		if (strcasecmp(ZSTR_VAL(name), *counted) == 0) {
			return true;
		}
	}
	return false;
}

static void add_word(baton_arguments *arguments, zend_string *word)
{
	baton_add_owned(arguments, zend_string_toupper(word));
}

/* How many arguments an array becomes: names count, too. */
static zend_long arguments_in(zend_array *array)
{
	zend_long count = 0;
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
		ZVAL_DEREF(value);
		count += (name != NULL) + (Z_TYPE_P(value) == IS_ARRAY ? arguments_in(Z_ARRVAL_P(value)) : 1);
	} ZEND_HASH_FOREACH_END();
	return count;
}

/* All there is in an array, names before what they name. */
static void add_all(baton_arguments *arguments, zend_array *array)
{
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
		ZVAL_DEREF(value);
		if (name) {
			baton_add_string(arguments, name);
		}
		if (Z_TYPE_P(value) == IS_ARRAY) {
			add_all(arguments, Z_ARRVAL_P(value));
		} else {
			baton_add_zval(arguments, value);
		}
	} ZEND_HASH_FOREACH_END();
}

static void add_named(baton_arguments *arguments, zend_string *name, zval *value, bool counted)
{
	if (Z_TYPE_P(value) == IS_FALSE || Z_TYPE_P(value) == IS_NULL) {
		return;
	}
	add_word(arguments, name);
	if (Z_TYPE_P(value) == IS_ARRAY) {
		if (counted) {
			baton_add_long(arguments, arguments_in(Z_ARRVAL_P(value)));
		}
		add_all(arguments, Z_ARRVAL_P(value));
	} else if (Z_TYPE_P(value) != IS_TRUE) {
		baton_add_zval(arguments, value);
	}
}

void baton_add_options(baton_call *call, zend_array *options, const char *const *counted)
{
	zend_string *name;
	zval *value;
	if (options == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		ZVAL_DEREF(value);
		if (name) {
			add_named(&call->arguments, name, value, is_counted(name, counted));
		} else if (Z_TYPE_P(value) == IS_STRING) {
			add_word(&call->arguments, Z_STR_P(value));
		} else if (Z_TYPE_P(value) == IS_ARRAY) {
			baton_add_options(call, Z_ARRVAL_P(value), counted);
		} else {
			baton_add_zval(&call->arguments, value);
		}
	} ZEND_HASH_FOREACH_END();
}
