/* The growing list of arguments.
 *
 * bc_send copies all of them into one message, so nothing is copied here that PHP holds anyway: a list of places and lengths,
 * most often on the stack of the method. */
#include "redis.h"

#include "zend_smart_str.h"

void baton_arguments_init(baton_arguments *arguments)
{
	arguments->list = arguments->list_here;
	arguments->room = BATON_ARGUMENTS_HERE;
	arguments->keys = arguments->keys_here;
	arguments->key_room = BATON_KEYS_HERE;
	arguments->owned = arguments->owned_here;
	arguments->owned_room = BATON_OWNED_HERE;
	arguments->count = arguments->key_count = arguments->owned_count = arguments->scratch_used = 0;
}

void baton_arguments_free(baton_arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->owned_count; i++) {
		zend_string_release(arguments->owned[i]);
	}
	if (UNEXPECTED(arguments->owned != arguments->owned_here)) {
		efree(arguments->owned);
	}
	if (UNEXPECTED(arguments->keys != arguments->keys_here)) {
		efree(arguments->keys);
	}
	if (UNEXPECTED(arguments->list != arguments->list_here)) {
		efree(arguments->list);
	}
}

/* Twice the room for entries that began in the struct itself. */
static void *doubled(void *entries, const void *here, uint32_t *room, size_t size)
{
	uint32_t had = *room;
	*room = had * 2;
	if (entries != here) {
		return safe_erealloc(entries, *room, size, 0);
	}
	void *grown = safe_emalloc(*room, size, 0);
	memcpy(grown, here, had * size);
	return grown;
}

bc_bytes *baton_arguments_grow(baton_arguments *arguments)
{
	arguments->list = doubled(arguments->list, arguments->list_here, &arguments->room, sizeof(bc_bytes));
	return &arguments->list[arguments->count++];
}

void baton_add_owned(baton_arguments *arguments, zend_string *string)
{
	baton_add_string(arguments, string);
	if (ZSTR_IS_INTERNED(string)) {
		return;
	}
	if (arguments->owned_count == arguments->owned_room) {
		arguments->owned = doubled(
			arguments->owned, arguments->owned_here, &arguments->owned_room, sizeof(zend_string *));
	}
	arguments->owned[arguments->owned_count++] = string;
}

/* Room for a number written out. */
static char *number_room(baton_arguments *arguments)
{
	if (arguments->scratch_used < BATON_SCRATCH) {
		char *room = arguments->scratch + arguments->scratch_used;
		arguments->scratch_used += BATON_NUMBER;
		return room;
	}
	return NULL;
}

void baton_add_long(baton_arguments *arguments, zend_long number)
{
	char *room = number_room(arguments);
	if (UNEXPECTED(room == NULL)) {
		baton_add_owned(arguments, zend_long_to_str(number));
		return;
	}
	char *first = zend_print_long_to_buf(room + BATON_NUMBER - 1, number);
	baton_add(arguments, first, (size_t) (room + BATON_NUMBER - 1 - first));
}

void baton_add_double(baton_arguments *arguments, double number)
{
	/* The fewest digits that mean this very number: it comes back as it went. */
	smart_str text = {0};
	smart_str_append_double(&text, number, -1, false);
	smart_str_0(&text);
	baton_add_owned(arguments, text.s);
}

void baton_add_zval(baton_arguments *arguments, zval *value)
{
	ZVAL_DEREF(value);
	if (EXPECTED(Z_TYPE_P(value) == IS_STRING)) {
		/* A reference of its own: the value may be an element of an array that a conversion of another one changes. */
		baton_add_owned(arguments, zend_string_copy(Z_STR_P(value)));
	} else {
		baton_add_owned(arguments, zval_get_string(value));
	}
}

void baton_add_array_key(baton_arguments *arguments, zend_string *name, zend_ulong number)
{
	if (name) {
		baton_add_string(arguments, name);
	} else {
		baton_add_long(arguments, (zend_long) number);
	}
}

void baton_add_strings(baton_arguments *arguments, zend_array *strings)
{
	zval *value;
	ZEND_HASH_FOREACH_VAL(strings, value) {
		baton_add_zval(arguments, value);
	} ZEND_HASH_FOREACH_END();
}

bool baton_add_score(baton_arguments *arguments, zval *score)
{
	ZVAL_DEREF(score);
	if (Z_TYPE_P(score) == IS_LONG) {
		baton_add_long(arguments, Z_LVAL_P(score));
		return true;
	}
	if (Z_TYPE_P(score) == IS_DOUBLE) {
		baton_add_double(arguments, Z_DVAL_P(score));
		return true;
	}
	if (Z_TYPE_P(score) == IS_STRING) {
		zend_long integer;
		double number;
		switch (is_numeric_string(Z_STRVAL_P(score), Z_STRLEN_P(score), &integer, &number, false)) {
			case IS_LONG:
				baton_add_long(arguments, integer);
				return true;
			case IS_DOUBLE:
				baton_add_double(arguments, number);
				return true;
		}
		if (BATON_ZVAL_IS(score, "-inf") || BATON_ZVAL_IS(score, "+inf") || BATON_ZVAL_IS(score, "inf")) {
			baton_add_zval(arguments, score);
			return true;
		}
	}
	php_error_docref(NULL, E_WARNING, "scores must be numeric or '-inf', 'inf', '+inf'");
	return false;
}

/* Whether the method that runs declares that a parameter may be of a value's type. */
static bool is_declared(const zval *value, uint32_t number)
{
	const zend_function *function = EG(current_execute_data)->func;
	const zend_arg_info *parameters = function->common.arg_info;
	uint32_t count = function->common.num_args;
	if (parameters == NULL || (number > count && !(function->common.fn_flags & ZEND_ACC_VARIADIC))) {
		return false;
	}
	return ZEND_TYPE_PURE_MASK(parameters[MIN(number - 1, count)].type) & (1 << Z_TYPE_P(value));
}

bool baton_convert_to_string(zval *value, zend_string **to, bool or_null, uint32_t number)
{
	if (EXPECTED(zend_parse_arg_str(value, to, or_null, number))) {
		return true;
	}
	return !EG(exception) && (Z_TYPE_P(value) == IS_LONG || Z_TYPE_P(value) == IS_DOUBLE) && is_declared(value, number)
		&& zend_parse_arg_str_weak(value, to, number);
}

bool baton_parse_long(zval *value, zend_long *to, bool *is_null, bool or_null, uint32_t number)
{
	if (EXPECTED(zend_parse_arg_long(value, to, is_null, or_null, number))) {
		return true;
	}
	return !EG(exception) && Z_TYPE_P(value) == IS_STRING && is_declared(value, number) && zend_parse_arg_long_weak(value, to, number);
}
