/* What is set and asked at the server: CONFIG, ACL, PUBSUB, INFO, HELLO. */
#include "commands.h"

static bool add_config_get(baton_arguments *arguments, zval *names)
{
	if (names == NULL || (Z_TYPE_P(names) != IS_STRING && Z_TYPE_P(names) != IS_ARRAY)) {
		php_error_docref(NULL, E_WARNING, "Must pass a string or array of values to CONFIG GET");
		return false;
	}
	if (Z_TYPE_P(names) == IS_STRING) {
		baton_add_zval(arguments, names);
		return true;
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(names)) == 0) {
		php_error_docref(NULL, E_WARNING, "Cannot pass an empty array to CONFIG GET");
		return false;
	}
	baton_add_strings(arguments, Z_ARRVAL_P(names));
	return true;
}

static bool add_config_set(baton_arguments *arguments, zval *names, zend_string *value)
{
	zend_string *name;
	zval *element;
	if (names && value) {
		baton_add_zval(arguments, names);
		baton_add_string(arguments, value);
		return true;
	}
	if (names == NULL || Z_TYPE_P(names) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(names)) == 0) {
		php_error_docref(
			NULL, E_WARNING, "Must either pass two strings to CONFIG SET or a non-empty array of values");
		return false;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(names), name, element) {
		if (name == NULL) {
			php_error_docref(NULL, E_WARNING, "Must pass an associate array of config keys and values");
			return false;
		}
		baton_add_string(arguments, name);
		baton_add_zval(arguments, element);
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* Pairs one after the other, which is what PhpRedis makes of them where there is a cluster. */
static bool reply_config(baton_redis *redis, zval *to, const baton_context *context)
{
	zval list, *value;
	zend_string *name;
	if (!baton_reply_map_texts(redis, to, context)) {
		return false;
	}
	if (redis->cluster == NULL || Z_TYPE_P(to) != IS_ARRAY) {
		return true;
	}
	array_init_size(&list, zend_hash_num_elements(Z_ARRVAL_P(to)) * 2);
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(to), name, value) {
		if (name) {
			add_next_index_str(&list, zend_string_copy(name));
			Z_TRY_ADDREF_P(value);
			add_next_index_zval(&list, value);
		}
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(to);
	ZVAL_COPY_VALUE(to, &list);
	return true;
}

bool baton_build_config(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation, *value = NULL;
	zval *names = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		BATON_PARAM_STR(operation)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL_OR_NULL(names)
		BATON_PARAM_STR_OR_NULL(value)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	if (BATON_IS(operation, "RESETSTAT") || BATON_IS(operation, "REWRITE")) {
		return true;
	}
	if (BATON_IS(operation, "GET")) {
		call->reply = reply_config;
		return add_config_get(&call->arguments, names);
	}
	if (BATON_IS(operation, "SET")) {
		return add_config_set(&call->arguments, names, value);
	}
	php_error_docref(NULL, E_WARNING, "Unknown operation '%s'", ZSTR_VAL(operation));
	return false;
}

/* ACL's operations: how each answers, and how many arguments it needs at least. */
typedef struct {
	const char *word;
	baton_reply reply;
	int least;
} acl_operation;

/* Pairs of GETUSER, and of each entry of LOG, whose numbers are numbers. */
static bool reply_acl_log(baton_redis *redis, zval *to, const baton_context *context)
{
	zval *entry, *value;
	if (!baton_next_any(redis, BATON_STATUS_TRUE, to)) {
		return false;
	}
	if (Z_TYPE_P(to) != IS_ARRAY) {
		return true;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(to), entry) {
		if (Z_TYPE_P(entry) != IS_ARRAY) {
			continue;
		}
		baton_pair_up(entry);
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(entry), value) {
			if (Z_TYPE_P(value) == IS_STRING && is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), NULL, NULL, false)) {
				convert_scalar_to_number(value);
			}
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
	return true;
}

static const acl_operation *find_acl(const zend_string *word)
{
	static const acl_operation operations[] = {
		{"CAT", baton_reply_any, 0}, {"LIST", baton_reply_any, 0}, {"USERS", baton_reply_any, 0},
		{"LOAD", baton_reply_ok, 0}, {"SAVE", baton_reply_ok, 0}, {"GENPASS", baton_reply_text, 0},
		{"WHOAMI", baton_reply_text, 0}, {"SETUSER", baton_reply_ok, 1}, {"DELUSER", baton_reply_integer, 1},
		{"GETUSER", baton_reply_map, 1}, {"DRYRUN", baton_reply_ok, 2}, {"LOG", reply_acl_log, 0},
	};
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (strcasecmp(ZSTR_VAL(word), operations[i].word) == 0) {
			return &operations[i];
		}
	}
	return NULL;
}

bool baton_build_acl(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *word;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		BATON_PARAM_STR(word)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	const acl_operation *operation = find_acl(word);
	if (operation == NULL) {
		php_error_docref(NULL, E_WARNING, "Unknown ACL operation '%s'", ZSTR_VAL(word));
		return false;
	}
	if (count < operation->least) {
		php_error_docref(NULL, E_WARNING, "ACL %s requires at least %s", operation->word,
			operation->least == 1 ? "one argument" : "two arguments");
		return false;
	}
	call->reply = operation->reply;
	if (BATON_IS(word, "LOG") && count > 0 && BATON_ZVAL_IS(&values[0], "RESET")) {
		call->reply = baton_reply_ok;
	}
	baton_add_string(&call->arguments, word);
	baton_add_zvals(&call->arguments, values, count);
	return true;
}

bool baton_build_pubsub(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *operation;
	zval *argument = NULL, *channel;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		BATON_PARAM_STR(operation)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL_OR_NULL(argument)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_string(&call->arguments, operation);
	if (BATON_IS(operation, "NUMPAT")) {
		call->reply = baton_reply_integer;
		return true;
	}
	if (BATON_IS(operation, "CHANNELS") || BATON_IS(operation, "SHARDCHANNELS")) {
		if (argument && Z_TYPE_P(argument) != IS_STRING) {
			php_error_docref(NULL, E_WARNING, "Invalid pattern value");
			return false;
		}
		if (argument) {
			baton_add_zval(&call->arguments, argument);
		}
		return true;
	}
	if (!BATON_IS(operation, "NUMSUB") && !BATON_IS(operation, "SHARDNUMSUB")) {
		php_error_docref(NULL, E_WARNING, "Unknown PUBSUB operation '%s'", ZSTR_VAL(operation));
		return false;
	}
	if (argument && Z_TYPE_P(argument) != IS_ARRAY) {
		php_error_docref(NULL, E_WARNING, "Invalid channels value");
		return false;
	}
	call->reply = baton_reply_map_counts;
	if (argument) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(argument), channel) {
			baton_add_prefixed_zval(call, channel);
		} ZEND_HASH_FOREACH_END();
	}
	return true;
}

/* What HELLO says under a name. */
static bool reply_hello(baton_redis *redis, zval *to, const char *name)
{
	zval all;
	if (!baton_reply_map(redis, &all, NULL)) {
		return false;
	}
	zval *found = Z_TYPE(all) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL(all), name, strlen(name)) : NULL;
	if (found) {
		ZVAL_COPY(to, found);
	} else {
		ZVAL_FALSE(to);
	}
	zval_ptr_dtor(&all);
	return true;
}

bool baton_reply_server_name(baton_redis *redis, zval *to, const baton_context *context)
{
	return reply_hello(redis, to, "server");
}

bool baton_reply_server_version(baton_redis *redis, zval *to, const baton_context *context)
{
	return reply_hello(redis, to, "version");
}
