/* Redis::get(), in steps each of which takes no more of the stack and the registers than it needs and calls the next one last: what was found of
 * late and is lent; what was found of late and is copied; what has a prefix; and everything else. */
#include "cached_recent.h"
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

/* The key of a get() that may be answered from memory; NULL: it is another call. */
static zend_always_inline const zend_string *key_of(const baton_redis *redis, zend_execute_data *execute_data)
{
	const zval *name = ZEND_CALL_ARG(execute_data, 1);
	return EXPECTED(baton_cached_answers(redis)) && ZEND_NUM_ARGS() == 1 && Z_TYPE_P(name) == IS_STRING && BATON_CACHE_G(worker)
		? Z_STR_P(name) : NULL;
}

static zend_always_inline bc_bytes bytes_of(const zend_string *key)
{
	return (bc_bytes) { ZSTR_VAL(key), ZSTR_LEN(key) };
}

bool baton_cached_get(const baton_redis *redis, zend_execute_data *execute_data, zval *to)
{
	const zend_string *key = key_of(redis, execute_data);
	return key && (redis->options.prefix ? with_prefix(redis, key, to) : baton_cached_recall(redis, bytes_of(key), to));
}

static zend_never_inline void get_sought(INTERNAL_FUNCTION_PARAMETERS)
{
	const zend_string *key = key_of(BATON_THIS(), execute_data);
	if (key == NULL || !baton_cached_search(BATON_THIS(), bytes_of(key), return_value)) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}

static zend_never_inline void get_prefixed(INTERNAL_FUNCTION_PARAMETERS)
{
	if (!with_prefix(BATON_THIS(), Z_STR_P(ZEND_CALL_ARG(execute_data, 1)), return_value)) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}

static zend_never_inline void get_noted(INTERNAL_FUNCTION_PARAMETERS, bc_note *note)
{
	if (UNEXPECTED(!baton_cached_take_noted(BATON_THIS(), BATON_CACHE_G(worker), note, return_value))) {
		get_sought(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

PHP_METHOD(Baton_Redis, get)
{
	const baton_redis *redis = BATON_THIS();
	const bc_worker *worker = BATON_CACHE_G(worker);
	const zend_string *key = key_of(redis, execute_data);
	bc_note *note;
	if (key && redis->options.prefix) {
		get_prefixed(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	note = key ? baton_cached_note(redis, worker, bytes_of(key)) : NULL;
	if (UNEXPECTED(note == NULL)) {
		get_sought(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (!baton_recent_lend(note, return_value)) {
		get_noted(INTERNAL_FUNCTION_PARAM_PASSTHRU, note);
	} else {
		worker->counters[BC_HITS]++;
		worker->counters[BATON_COUNT_HITS]++;
	}
}
