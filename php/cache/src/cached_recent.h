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

static zend_always_inline bool baton_recent_is_missing(const baton_redis *redis, const bc_worker *worker, const bc_note *note, zval *to)
{
	const bc_found found = bc_recalled(note);
	if (found.tag != BATON_VALUE_MISSING || !bc_still(&found)) {
		return false;
	}
	baton_nil(redis, to);
	worker->counters[BC_HITS]++;
	return true;
}

/* What is noted of a key; NULL: it has to be searched for, or the clock looked at first. */
static zend_always_inline bc_note *baton_cached_note(const baton_redis *redis, const bc_worker *worker, bc_bytes key)
{
	uint64_t space;
	return bc_near_space_at_once(redis->connection, &space) ? bc_recall(worker, space, key, baton_cached_sort(redis)) : NULL;
}

/* Gives it, and counts the hit. False: nothing is done yet. */
static zend_always_inline bool baton_cached_take_noted(const baton_redis *redis, bc_worker *worker, bc_note *note, zval *to)
{
	if (!baton_recent_take(worker, note, to) && !baton_recent_is_missing(redis, worker, note, to)) {
		return false;
	}
	worker->counters[BATON_COUNT_HITS]++;
	return true;
}

#endif
