/* How long values live. */
#include "commands.h"

bool baton_is_expiry(zval *value, zend_long *number)
{
	double fraction;
	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
		case IS_DOUBLE:
			*number = zval_get_long(value);
			return true;
		case IS_STRING:
			switch (is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), number, &fraction, false)) {
				case IS_DOUBLE:
					*number = zend_dval_to_lval(fraction);
					return true;
				case IS_LONG:
					return true;
			}
			return false;
		default:
			return false;
	}
}

static bool is_unit(const zend_string *name)
{
	return BATON_IS(name, "EX") || BATON_IS(name, "PX") || BATON_IS(name, "EXAT") || BATON_IS(name, "PXAT");
}

/* FNX and FXX are of HSETEX, NX and XX of MSETEX: conditions that come with the time. */
static bool is_word(const zend_string *word)
{
	return BATON_IS(word, "KEEPTTL") || BATON_IS(word, "PERSIST") || BATON_IS(word, "FNX") || BATON_IS(word, "FXX")
		|| BATON_IS(word, "NX") || BATON_IS(word, "XX");
}

static bool refuse(const zval *value)
{
	php_error_docref(NULL, E_WARNING, "%s passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1)",
		zend_zval_type_name(value));
	return false;
}

bool baton_add_expiry(baton_arguments *arguments, zval *expiry)
{
	zend_string *name;
	zval *value;
	zend_long number;
	if (expiry == NULL || Z_TYPE_P(expiry) == IS_NULL) {
		return true;
	}
	if (Z_TYPE_P(expiry) == IS_STRING && is_word(Z_STR_P(expiry))) {
		baton_add_zval(arguments, expiry);
		return true;
	}
	if (Z_TYPE_P(expiry) != IS_ARRAY) {
		if (!baton_is_expiry(expiry, &number) || number < 1) {
			return refuse(expiry);
		}
		BATON_ADD_LITERAL(arguments, "EX");
		baton_add_long(arguments, number);
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(expiry), name, value) {
		ZVAL_DEREF(value);
		if (name && is_unit(name)) {
			if (!baton_is_expiry(value, &number) || number < 1) {
				return refuse(value);
			}
			baton_add_string(arguments, name);
			baton_add_long(arguments, number);
		} else if (name && is_word(name) && zend_is_true(value)) {
			baton_add_string(arguments, name);
		} else if (!name && Z_TYPE_P(value) == IS_STRING && is_word(Z_STR_P(value))) {
			baton_add_zval(arguments, value);
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}
