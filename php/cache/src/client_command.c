/* CLIENT, whose operations have little in common but the word. Arguments that make no sense return false without a warning, as
 * in PhpRedis. */
#include "commands.h"

static bool is_one_of(const zval *value, const char *const *words)
{
	if (Z_TYPE_P(value) != IS_STRING) {
		return false;
	}
	for (; *words; words++) {
		if (strcasecmp(Z_STRVAL_P(value), *words) == 0) {
			return true;
		}
	}
	return false;
}

/* A word for true and one for false, either of which may be given as it is. */
static void add_switch(baton_arguments *arguments, zval *value, const char *yes, const char *no)
{
	const char *const both[] = {yes, no, NULL};
	if (is_one_of(value, both)) {
		baton_add_zval(arguments, value);
	} else {
		const char *word = zend_is_true(value) ? yes : no;
		baton_add(arguments, word, strlen(word));
	}
}

/* CLIENT LIST's filters: type, id. */
static bool add_list(baton_arguments *arguments, zval *values, int count)
{
	static const char *const types[] = {"normal", "master", "replica", "pubsub", NULL};
	if (count == 0) {
		return true;
	}
	if (Z_TYPE(values[0]) != IS_ARRAY) {
		return false;
	}
	zend_array *options = Z_ARRVAL(values[0]);
	zval *type = zend_hash_str_find(options, ZEND_STRL("type")), *id = zend_hash_str_find(options, ZEND_STRL("id"));
	if (type) {
		ZVAL_DEREF(type);
		if (!is_one_of(type, types)) {
			return false;
		}
		BATON_ADD_LITERAL(arguments, "TYPE");
		baton_add_zval(arguments, type);
	}
	if (id) {
		ZVAL_DEREF(id);
		BATON_ADD_LITERAL(arguments, "ID");
		if (Z_TYPE_P(id) == IS_ARRAY) {
			baton_add_strings(arguments, Z_ARRVAL_P(id));
			return zend_hash_num_elements(Z_ARRVAL_P(id)) > 0;
		}
		baton_add_zval(arguments, id);
		return Z_TYPE_P(id) == IS_STRING || Z_TYPE_P(id) == IS_LONG;
	}
	return true;
}

/* An address, or filters by name, or both. */
static bool add_kill(baton_arguments *arguments, zval *values, int count)
{
	static const char *const filters[] = {"id", "type", "user", "addr", "laddr", "skipme", NULL};
	zval *value, name;
	zend_string *key;
	if (count == 0) {
		return true;
	}
	int at = 0;
	if (Z_TYPE(values[0]) == IS_STRING) {
		baton_add_zval(arguments, &values[at++]);
	}
	if (at == count) {
		return true;
	}
	if (Z_TYPE(values[at]) != IS_ARRAY) {
		return false;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(values[at]), key, value) {
		ZVAL_DEREF(value);
		if (key == NULL) {
			continue;
		}
		ZVAL_STR(&name, key);
		if (!is_one_of(&name, filters) || Z_TYPE_P(value) != IS_STRING) {
			return false;
		}
		baton_add_owned(arguments, zend_string_toupper(key));
		baton_add_zval(arguments, value);
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool add_tracking(baton_arguments *arguments, zval *values, int count)
{
	zend_string *key;
	zval *value, *prefix;
	if (count < 1 || (count > 1 && Z_TYPE(values[1]) != IS_ARRAY)) {
		return false;
	}
	add_switch(arguments, &values[0], "ON", "OFF");
	if (count < 2) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(values[1]), key, value) {
		ZVAL_DEREF(value);
		if (key == NULL) {
			continue;
		}
		if (BATON_IS(key, "redirect")) {
			BATON_ADD_LITERAL(arguments, "REDIRECT");
			baton_add_zval(arguments, value);
		} else if (BATON_IS(key, "prefix") && Z_TYPE_P(value) == IS_ARRAY) {
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), prefix) {
				BATON_ADD_LITERAL(arguments, "PREFIX");
				baton_add_zval(arguments, prefix);
			} ZEND_HASH_FOREACH_END();
		} else if (BATON_IS(key, "prefix")) {
			BATON_ADD_LITERAL(arguments, "PREFIX");
			baton_add_zval(arguments, value);
		} else if (zend_is_true(value)) {
			baton_add_owned(arguments, zend_string_toupper(key));
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool add_words(baton_arguments *arguments, zval *values, int count)
{
	for (int i = 0; i < count; i++) {
		if (Z_TYPE(values[i]) == IS_ARRAY || Z_TYPE(values[i]) == IS_OBJECT) {
			return false;
		}
		baton_add_zval(arguments, &values[i]);
	}
	return true;
}

static bool add_on_off(baton_arguments *arguments, zval *values, int count)
{
	if (count < 1) {
		return false;
	}
	add_switch(arguments, &values[0], "ON", "OFF");
	return true;
}

static bool add_yes_no(baton_arguments *arguments, zval *values, int count)
{
	if (count < 1) {
		return false;
	}
	add_switch(arguments, &values[0], "YES", "NO");
	return true;
}

typedef struct {
	const char *word;
	bool (*add)(baton_arguments *arguments, zval *values, int count);
	baton_reply reply;
	int least;
	bool asks; /* BATON_ASKS */
} client_operation;

static const client_operation *find_operation(const zend_string *word)
{
	static const client_operation operations[] = {
		{"INFO", add_words, baton_reply_client_info, 0, true}, {"LIST", add_list, baton_reply_client_list, 0, true},
		{"CACHING", add_yes_no, baton_reply_ok, 1, false}, {"GETNAME", add_words, baton_reply_text, 0, true},
		{"GETREDIR", add_words, baton_reply_integer, 0, true}, {"ID", add_words, baton_reply_integer, 0, true},
		{"KILL", add_kill, baton_reply_ok, 0, false}, {"NO-EVICT", add_on_off, baton_reply_ok, 1, false},
		{"NO-TOUCH", add_on_off, baton_reply_ok, 1, false}, {"PAUSE", add_words, baton_reply_ok, 1, false},
		{"REPLY", add_words, baton_reply_ok, 0, false}, {"SETNAME", add_words, baton_reply_ok, 1, false},
		{"SETINFO", add_words, baton_reply_ok, 2, false}, {"CAPA", add_words, baton_reply_ok, 1, false},
		{"TRACKING", add_tracking, baton_reply_ok, 1, false}, {"TRACKINGINFO", add_words, baton_reply_map, 0, true},
		{"UNBLOCK", add_words, baton_reply_integer, 1, false}, {"UNPAUSE", add_words, baton_reply_ok, 0, false},
	};
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (strcasecmp(ZSTR_VAL(word), operations[i].word) == 0) {
			return &operations[i];
		}
	}
	return NULL;
}

bool baton_build_client(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *word;
	zval *values = NULL;
	int count = 0;
	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_STR(word)
		Z_PARAM_VARIADIC('*', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	const client_operation *operation = find_operation(word);
	if (operation == NULL || count < operation->least) {
		return false;
	}
	call->reply = operation->reply;
	call->asks = operation->asks;
	baton_add_string(&call->arguments, word);
	return operation->add(&call->arguments, values, count);
}
