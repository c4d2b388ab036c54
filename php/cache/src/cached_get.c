/* Redis::get(), in three steps, each of which takes no more of the stack and the registers than it needs and calls the next one last: what was
 * found of late and is lent; what was found of late and is copied; and everything else. */
#include "cached_recent.h"
#include "commands.h"

static zend_never_inline void get_sought(INTERNAL_FUNCTION_PARAMETERS)
{
	if (!baton_cached_get(BATON_THIS(), execute_data, return_value)) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}

static zend_never_inline void get_prefixed(INTERNAL_FUNCTION_PARAMETERS)
{
	if (!baton_cached_get_prefixed(BATON_THIS(), Z_STR_P(ZEND_CALL_ARG(execute_data, 1)), return_value)) {
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
	const zend_string *key = baton_cached_key(redis, execute_data);
	bc_note *note;
	if (key && redis->options.prefix) {
		get_prefixed(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	note = key ? baton_cached_note(redis, worker, (bc_bytes) { ZSTR_VAL(key), ZSTR_LEN(key) }) : NULL;
	if (UNEXPECTED(note == NULL)) {
		get_sought(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (!baton_recent_lend(note, return_value)) {
		get_noted(INTERNAL_FUNCTION_PARAM_PASSTHRU, note);
	} else {
		worker->counters[BC_HITS]++;
		worker->counters[BATON_COUNT_HITS]++;
	}
}
