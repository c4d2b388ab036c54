/* Redis::get(): from memory without the machinery of a command, where that can be; else as any other command. */
#include "cached.h"
#include "commands.h"

/* Keys with their prefix are put together here, if they are no longer than this. */
#define PREFIXED 256

/* In whole words: PHP's strings take a multiple of them, and most are a few long. May write up to a word more than there is. */
static zend_always_inline void copy_words(char *to, const zend_string *from)
{
	const char *bytes = ZSTR_VAL(from);
	for (size_t at = 0; at < ZSTR_LEN(from); at += sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, bytes + at, sizeof(word));
		memcpy(to + at, &word, sizeof(word));
	}
}

static bool with_prefix(const baton_redis *redis, const zend_string *name, zval *to)
{
	char room[PREFIXED + sizeof(uint64_t)];
	const zend_string *prefix = redis->options.prefix;
	bc_bytes key = { room, ZSTR_LEN(prefix) + ZSTR_LEN(name) };
	if (key.len > PREFIXED) {
		return false;
	}
	copy_words(room, prefix);
	copy_words(room + ZSTR_LEN(prefix), name);
	return baton_cached_recall(redis, key, to);
}

bool baton_cached_get(const baton_redis *redis, zend_execute_data *execute_data, zval *to)
{
	const zval *key = ZEND_CALL_ARG(execute_data, 1);
	if (UNEXPECTED(!baton_cached_answers(redis)) || ZEND_NUM_ARGS() != 1 || Z_TYPE_P(key) != IS_STRING || BATON_CACHE_G(worker) == NULL) {
		return false;
	}
	if (redis->options.prefix) {
		return with_prefix(redis, Z_STR_P(key), to);
	}
	return baton_cached_recall(redis, (bc_bytes) { Z_STRVAL_P(key), Z_STRLEN_P(key) }, to);
}

PHP_METHOD(Baton_Redis, get)
{
	if (UNEXPECTED(!baton_cached_get(BATON_THIS(), execute_data, return_value))) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}
