/* get() of a value that this thread found of late: the shortest way of all. */
#ifndef BATON_CACHE_CACHED_RECENT_H
#define BATON_CACHE_CACHED_RECENT_H

#include "cached.h"
#include "recent_value.h"

/* Values are kept as they are unpacked, so each way to pack them has entries of its own: which of a key's entries is the one. */
static zend_always_inline uint8_t baton_cached_sort(const baton_redis *redis)
{
	return BATON_SORT_VALUE | redis->values.way;
}

/* A value's tag beside the kinds of images: nothing is stored at the key; or the bytes as they came, for values that have no image. */
enum { BATON_VALUE_MISSING = BATON_IMAGE_CODE(14), BATON_VALUE_PACKED = BATON_IMAGE_CODE(15) };

static zend_always_inline bool baton_recent_is_missing(const bc_worker *worker, const bc_note *note, zval *to)
{
	const bc_found found = bc_recalled(note);
	if (found.tag != BATON_VALUE_MISSING || !bc_still(&found)) {
		return false;
	}
	ZVAL_FALSE(to);
	worker->counters[BC_HITS]++;
	return true;
}

/* What is noted of a key. False: nothing is done yet. */
static zend_always_inline bool baton_cached_take_recent(const baton_redis *redis, const bc_worker *worker, bc_bytes key, zval *to)
{
	uint64_t space;
	bc_note *note = bc_near_space(redis->connection, &space) ? bc_recall(worker, space, key, baton_cached_sort(redis)) : NULL;
	if (note == NULL || !(baton_recent_take(worker, note, to) || baton_recent_is_missing(worker, note, to))) {
		return false;
	}
	worker->counters[BATON_COUNT_HITS]++;
	return true;
}

/* False: it is no such key, and nothing is done yet. One with a prefix is also searched for. */
static zend_always_inline bool baton_cached_get_recent(const baton_redis *redis, zend_execute_data *execute_data, zval *to)
{
	const bc_worker *worker = BATON_CACHE_G(worker);
	const zval *name = ZEND_CALL_ARG(execute_data, 1);
	if (UNEXPECTED(!baton_cached_answers(redis)) || ZEND_NUM_ARGS() != 1 || Z_TYPE_P(name) != IS_STRING || worker == NULL) {
		return false;
	}
	if (redis->options.prefix) {
		return baton_cached_get_prefixed(redis, Z_STR_P(name), to);
	}
	return baton_cached_take_recent(redis, worker, (bc_bytes) { Z_STRVAL_P(name), Z_STRLEN_P(name) }, to);
}

#endif
