/* Arguments that the object's options have a say in: keys, which get the prefix, and values, which are serialised. */
#include "redis.h"

void baton_call_begin(baton_call *call, baton_redis *redis, const baton_command *command)
{
	call->redis = redis;
	call->command = command;
	call->reply = command->reply;
	call->asks = command->flags & BATON_ASKS;
	call->context.number = 0;
	call->context.table = NULL;
	baton_arguments_init(&call->arguments);
	baton_add(&call->arguments, command->word, command->len);
}

void baton_call_end(baton_call *call)
{
	baton_arguments_free(&call->arguments);
	if (UNEXPECTED(call->context.table != NULL)) {
		zend_array_release(call->context.table);
	}
}

/* Notes that the next argument is a key. */
static zend_always_inline void note_key(baton_arguments *arguments)
{
	if (UNEXPECTED(arguments->key_count == arguments->key_room)) {
		uint32_t *keys = safe_emalloc(arguments->key_room, 2 * sizeof(uint32_t), 0);
		memcpy(keys, arguments->keys, arguments->key_count * sizeof(uint32_t));
		if (arguments->keys != arguments->keys_here) {
			efree(arguments->keys);
		}
		arguments->keys = keys;
		arguments->key_room *= 2;
	}
	arguments->keys[arguments->key_count++] = arguments->count;
}

void baton_note_key(baton_arguments *arguments)
{
	note_key(arguments);
}

static zend_string *prefixed(const baton_redis *redis, const zend_string *text)
{
	const zend_string *prefix = redis->options.prefix;
	return zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), ZSTR_VAL(text), ZSTR_LEN(text));
}

void baton_add_key(baton_call *call, zend_string *key)
{
	note_key(&call->arguments);
	if (EXPECTED(call->redis->options.prefix == NULL)) {
		baton_add_string(&call->arguments, key);
	} else {
		baton_add_owned(&call->arguments, prefixed(call->redis, key));
	}
}

void baton_add_prefixed_zval(baton_call *call, zval *text)
{
	zend_string *string = zval_get_string(text);
	if (call->redis->options.prefix == NULL) {
		baton_add_owned(&call->arguments, string);
		return;
	}
	baton_add_owned(&call->arguments, prefixed(call->redis, string));
	zend_string_release(string);
}

void baton_add_key_zval(baton_call *call, zval *key)
{
	note_key(&call->arguments);
	baton_add_prefixed_zval(call, key);
}

void baton_add_array_key_as_key(baton_call *call, zend_string *name, zend_ulong number)
{
	zval key;
	if (name) {
		baton_add_key(call, name);
	} else {
		ZVAL_LONG(&key, (zend_long) number);
		baton_add_key_zval(call, &key);
	}
}

void baton_add_value(baton_call *call, zval *value)
{
	ZVAL_DEREF(value);
	baton_add_owned(&call->arguments, baton_pack(&call->redis->values, value));
}

void baton_add_keys(baton_call *call, zend_array *keys)
{
	zval *key;
	ZEND_HASH_FOREACH_VAL(keys, key) {
		baton_add_key_zval(call, key);
	} ZEND_HASH_FOREACH_END();
}

void baton_add_values(baton_call *call, zend_array *values)
{
	zval *value;
	ZEND_HASH_FOREACH_VAL(values, value) {
		baton_add_value(call, value);
	} ZEND_HASH_FOREACH_END();
}
