/* Commands on keys, whatever they hold, that have options. */
#include "commands.h"

bool baton_build_copy(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *from, *to, *name;
	zend_array *options = NULL;
	zval *value;
	zend_long database = -1;
	bool replace = false;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(from)
		BATON_PARAM_STR(to)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (options) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
			if (name && BATON_IS(name, "db")) {
				database = zval_get_long(value);
			} else if (name && BATON_IS(name, "replace")) {
				replace = zend_is_true(value);
			}
		} ZEND_HASH_FOREACH_END();
	}
	baton_add_key(call, from);
	baton_add_key(call, to);
	if (database > -1) {
		BATON_ADD_LITERAL(&call->arguments, "DB");
		baton_add_long(&call->arguments, database);
	}
	if (replace) {
		BATON_ADD_LITERAL(&call->arguments, "REPLACE");
	}
	return true;
}

bool baton_build_expire(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *mode = NULL;
	zend_long time;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_LONG(time)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(mode)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (mode && !BATON_IS(mode, "NX") && !BATON_IS(mode, "XX") && !BATON_IS(mode, "LT") && !BATON_IS(mode, "GT")) {
		php_error_docref(NULL, E_WARNING, "Unknown expiration modifier '%s'", ZSTR_VAL(mode));
		return false;
	}
	baton_add_key(call, key);
	baton_add_long(&call->arguments, time);
	if (mode) {
		baton_add_string(&call->arguments, mode);
	}
	return true;
}

bool baton_build_object(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *what, *key;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		BATON_PARAM_STR(what)
		BATON_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (BATON_IS(what, "REFCOUNT") || BATON_IS(what, "IDLETIME") || BATON_IS(what, "FREQ")) {
		call->reply = baton_reply_integer;
	} else if (!BATON_IS(what, "ENCODING")) {
		php_error_docref(NULL, E_WARNING, "Invalid subcommand sent to OBJECT");
		return false;
	}
	baton_add_string(&call->arguments, what);
	baton_add_key(call, key);
	return true;
}

/* What RESTORE is told of the key; -1 for nothing. */
typedef struct {
	bool replace, absolute;
	zend_long idle, frequency;
} restore_options;

static void read_restore_option(restore_options *options, zend_string *name, zval *value)
{
	zend_long number = name ? zval_get_long(value) : 0;
	if (name && BATON_IS(name, "IDLETIME")) {
		if (number < 0) {
			php_error_docref(NULL, E_WARNING, "IDLETIME must be >= 0");
			return;
		}
		options->idle = number;
		options->frequency = -1;
	} else if (name && BATON_IS(name, "FREQ")) {
		if (number < 0 || number > 255) {
			php_error_docref(NULL, E_WARNING, "FREQ must be >= 0 and <= 255");
			return;
		}
		options->frequency = number;
		options->idle = -1;
	} else if (!name && BATON_ZVAL_IS(value, "REPLACE")) {
		options->replace = true;
	} else if (!name && BATON_ZVAL_IS(value, "ABSTTL")) {
		options->absolute = true;
	} else if (name || Z_TYPE_P(value) == IS_STRING) {
		php_error_docref(
			NULL, E_WARNING, "Unknown RESTORE option '%s'", name ? ZSTR_VAL(name) : Z_STRVAL_P(value));
	}
}

bool baton_build_restore(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *dump, *name;
	zend_long ttl;
	zend_array *from = NULL;
	zval *value;
	restore_options options = {.idle = -1, .frequency = -1};
	ZEND_PARSE_PARAMETERS_START(3, 4)
		BATON_PARAM_STR(key)
		Z_PARAM_LONG(ttl)
		BATON_PARAM_STR(dump)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(from)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (from) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(from, name, value) {
			ZVAL_DEREF(value);
			read_restore_option(&options, name, value);
		} ZEND_HASH_FOREACH_END();
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	baton_add_long(arguments, ttl);
	baton_add_string(arguments, dump);
	if (options.replace) {
		BATON_ADD_LITERAL(arguments, "REPLACE");
	}
	if (options.absolute) {
		BATON_ADD_LITERAL(arguments, "ABSTTL");
	}
	if (options.idle > -1) {
		BATON_ADD_LITERAL(arguments, "IDLETIME");
		baton_add_long(arguments, options.idle);
	}
	if (options.frequency > -1) {
		BATON_ADD_LITERAL(arguments, "FREQ");
		baton_add_long(arguments, options.frequency);
	}
	return true;
}

static void add_migrate_auth(baton_arguments *arguments, zval *auth)
{
	zend_string *user, *password;
	if (auth == NULL) {
		return;
	}
	if (!baton_credentials(auth, &user, &password)) {
		php_error_docref(NULL, E_WARNING, "AUTH must be a string or an array with one or two strings");
		return;
	}
	if (user) {
		BATON_ADD_LITERAL(arguments, "AUTH2");
		baton_add_owned(arguments, user);
	} else {
		BATON_ADD_LITERAL(arguments, "AUTH");
	}
	baton_add_owned(arguments, password);
}

bool baton_build_migrate(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *host;
	zend_long port, database, timeout;
	zval *keys, *auth = NULL;
	bool copy = false, replace = false;
	ZEND_PARSE_PARAMETERS_START(5, 8)
		BATON_PARAM_STR(host)
		Z_PARAM_LONG(port)
		Z_PARAM_ZVAL(keys)
		Z_PARAM_LONG(database)
		Z_PARAM_LONG(timeout)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(copy)
		Z_PARAM_BOOL(replace)
		Z_PARAM_ZVAL_OR_NULL(auth)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	bool several = Z_TYPE_P(keys) == IS_ARRAY;
	if (several && zend_hash_num_elements(Z_ARRVAL_P(keys)) == 0) {
		php_error_docref(NULL, E_WARNING, "Keys array cannot be empty");
		return false;
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_string(arguments, host);
	baton_add_long(arguments, port);
	several ? BATON_ADD_LITERAL(arguments, "") : baton_add_key_zval(call, keys);
	baton_add_long(arguments, database);
	baton_add_long(arguments, timeout);
	if (copy) {
		BATON_ADD_LITERAL(arguments, "COPY");
	}
	if (replace) {
		BATON_ADD_LITERAL(arguments, "REPLACE");
	}
	add_migrate_auth(arguments, auth);
	if (several) {
		BATON_ADD_LITERAL(arguments, "KEYS");
		baton_add_keys(call, Z_ARRVAL_P(keys));
	}
	return true;
}
