/* Redis::get(): from memory without the machinery of a command, where that can be; else as any other command. */
#include "cached_value.h"
#include "commands.h"

/* Keys with their prefix are put together here, if they are no longer than this. */
#define PREFIXED 256

/* In whole words: PHP's strings take a multiple of them, and most are a few long. May write up to a word more than there is. */
static zend_always_inline void copy_words(char *to, const zend_string *from)
{
	const char *bytes = ZSTR_VAL(from);
	const size_t len = ZSTR_LEN(from);
	for (size_t at = 0; at < len; at += sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, bytes + at, sizeof(word));
		memcpy(to + at, &word, sizeof(word));
	}
}

/* In one piece with all that it calls for a hit. */
static zend_always_inline bool get_at_once(const baton_redis *redis, zend_execute_data *execute_data, zval *to)
{
	const zval *name = ZEND_CALL_ARG(execute_data, 1);
	const zend_string *prefix = redis->options.prefix;
	bc_worker *worker = BATON_CACHE_G(worker);
	char room[PREFIXED + sizeof(uint64_t)];
	bc_bytes key;

	if (UNEXPECTED(!baton_cached_answers(redis)) || ZEND_NUM_ARGS() != 1 || Z_TYPE_P(name) != IS_STRING || worker == NULL) {
		return false;
	}
	key = (bc_bytes) { Z_STRVAL_P(name), Z_STRLEN_P(name) };
	if (prefix) {
		key = (bc_bytes) { room, ZSTR_LEN(prefix) + Z_STRLEN_P(name) };
		if (key.len > PREFIXED) {
			return false;
		}
		copy_words(room, prefix);
		copy_words(room + ZSTR_LEN(prefix), Z_STR_P(name));
	}
	return baton_cached_recall_inline(redis, worker, key, to);
}

bool baton_cached_get(const baton_redis *redis, zend_execute_data *execute_data, zval *to)
{
	return get_at_once(redis, execute_data, to);
}

PHP_METHOD(Baton_Redis, get)
{
	if (UNEXPECTED(!get_at_once(BATON_THIS(), execute_data, return_value))) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}
