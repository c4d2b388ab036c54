/* Commands on strings that have options. */
#include "commands.h"

/* What the options of SET ask for. */
typedef struct {
	zend_string *unit; /* EX, PX, EXAT, PXAT; NULL for none */
	zend_long expiry;
	zend_string *condition; /* NX, XX; NULL for none */
	zend_string *compare; /* IFEQ and its like of newer servers; NULL for none */
	zval *compared;
	bool keep_ttl, get;
} set_options;

static bool refuse_expiry(const zval *value)
{
	php_error_docref(NULL, E_WARNING, "%s passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1)",
		zend_zval_type_name(value));
	return false;
}

static bool is_unit(const zend_string *name)
{
	return BATON_IS(name, "EX") || BATON_IS(name, "PX") || BATON_IS(name, "EXAT") || BATON_IS(name, "PXAT");
}

static bool is_compare(const zend_string *name)
{
	return BATON_IS(name, "IFEQ") || BATON_IS(name, "IFNE") || BATON_IS(name, "IFDEQ") || BATON_IS(name, "IFDNE");
}

static void read_set_word(set_options *options, zend_string *word)
{
	if (BATON_IS(word, "KEEPTTL")) {
		options->keep_ttl = true;
	} else if (BATON_IS(word, "GET")) {
		options->get = true;
	} else if (BATON_IS(word, "NX") || BATON_IS(word, "XX")) {
		options->condition = word;
	}
}

static bool read_set_options(set_options *options, zval *from)
{
	if (Z_TYPE_P(from) == IS_NULL) {
		return true;
	}
	if (Z_TYPE_P(from) != IS_ARRAY) {
		return (baton_is_expiry(from, &options->expiry) && options->expiry >= 1) || refuse_expiry(from);
	}
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(from), name, value) {
		ZVAL_DEREF(value);
		if (name && is_unit(name)) {
			if (!baton_is_expiry(value, &options->expiry) || options->expiry < 1) {
				return refuse_expiry(value);
			}
			options->unit = name;
		} else if (name && is_compare(name)) {
			options->compare = name;
			options->compared = value;
		} else if (Z_TYPE_P(value) == IS_STRING) {
			read_set_word(options, Z_STR_P(value));
		}
	} ZEND_HASH_FOREACH_END();
	if (options->unit && options->keep_ttl) {
		php_error_docref(NULL, E_WARNING, "KEEPTTL can't be combined with EX or PX option");
		return false;
	}
	return true;
}

/* The value of a comparison is stored one; of IFDEQ and IFDNE a digest. */
static void add_compare(baton_call *call, zend_string *compare, zval *compared)
{
	baton_add_string(&call->arguments, compare);
	if (ZSTR_LEN(compare) == sizeof("IFEQ") - 1) {
		baton_add_value(call, compared);
	} else {
		baton_add_zval(&call->arguments, compared);
	}
}

bool baton_build_set(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zval *value, *from = NULL;
	set_options options = {0};
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (from && !read_set_options(&options, from)) {
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	baton_add_value(call, value);
	if (options.expiry > 0) {
		options.unit ? baton_add_string(arguments, options.unit) : BATON_ADD_LITERAL(arguments, "EX");
		baton_add_long(arguments, options.expiry);
	}
	if (options.condition) {
		baton_add_string(arguments, options.condition);
	}
	if (options.compare) {
		add_compare(call, options.compare, options.compared);
	}
	if (options.keep_ttl) {
		BATON_ADD_LITERAL(arguments, "KEEPTTL");
	}
	if (options.get) {
		BATON_ADD_LITERAL(arguments, "GET");
		call->reply = baton_reply_value;
	}
	return true;
}

bool baton_build_getex(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *name, *unit = NULL;
	zend_array *options = NULL;
	zval *value;
	zend_long expiry = -1;
	bool persist = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (options) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
			ZVAL_DEREF(value);
			if (name && is_unit(name)) {
				unit = name;
				expiry = zval_get_long(value);
				persist = false;
			} else if (name ? BATON_IS(name, "PERSIST") : BATON_ZVAL_IS(value, "PERSIST")) {
				persist = zend_is_true(value);
				unit = NULL;
			}
		} ZEND_HASH_FOREACH_END();
	}
	if (unit && expiry < 1) {
		php_error_docref(NULL, E_WARNING, "EXPIRE can't be < 1");
		return false;
	}
	baton_add_key(call, key);
	if (unit) {
		baton_add_string(&call->arguments, unit);
		baton_add_long(&call->arguments, expiry);
	} else if (persist) {
		BATON_ADD_LITERAL(&call->arguments, "PERSIST");
	}
	return true;
}

static bool build_step(baton_call *call, zend_execute_data *execute_data, const char *by)
{
	zend_string *key;
	zend_long step = 1;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(step)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	if (step != 1) {
		baton_set_word(call, by);
		baton_add_long(&call->arguments, step);
	}
	return true;
}

bool baton_build_incr(baton_call *call, zend_execute_data *execute_data)
{
	return build_step(call, execute_data, "INCRBY");
}

bool baton_build_decr(baton_call *call, zend_execute_data *execute_data)
{
	return build_step(call, execute_data, "DECRBY");
}

/* The reply of LCS. */
typedef struct {
	bool len, idx, with_len;
	zend_long least;
} lcs_options;

static void read_lcs_option(lcs_options *options, const zend_string *word, zval *value)
{
	bool on = value == NULL || zend_is_true(value);
	if (BATON_IS(word, "LEN")) {
		options->idx = false;
		options->len = on;
	} else if (BATON_IS(word, "IDX")) {
		options->len = false;
		options->idx = on;
	} else if (BATON_IS(word, "WITHMATCHLEN")) {
		options->with_len = on;
	} else if (BATON_IS(word, "MINMATCHLEN") && value) {
		options->least = zval_get_long(value);
	} else {
		php_error_docref(NULL, E_WARNING, "Unknown LCS option '%s'", ZSTR_VAL(word));
	}
}

bool baton_build_lcs(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *first, *second, *name;
	zend_array *from = NULL;
	zval *value;
	lcs_options options = {0};
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(first)
		BATON_PARAM_STR(second)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (from) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(from, name, value) {
			ZVAL_DEREF(value);
			if (name) {
				read_lcs_option(&options, name, value);
			} else if (Z_TYPE_P(value) == IS_STRING) {
				read_lcs_option(&options, Z_STR_P(value), NULL);
			}
		} ZEND_HASH_FOREACH_END();
	}
	baton_add_key(call, first);
	baton_add_key(call, second);
	baton_arguments *arguments = &call->arguments;
	if (options.idx) {
		BATON_ADD_LITERAL(arguments, "IDX");
	}
	if (options.len) {
		BATON_ADD_LITERAL(arguments, "LEN");
	}
	if (options.with_len) {
		BATON_ADD_LITERAL(arguments, "WITHMATCHLEN");
	}
	if (options.least) {
		BATON_ADD_LITERAL(arguments, "MINMATCHLEN");
		baton_add_long(arguments, options.least);
	}
	return true;
}
