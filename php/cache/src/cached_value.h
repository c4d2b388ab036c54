/* How the values of string keys are cached; cached_value.c. */
#ifndef BATON_CACHE_CACHED_VALUE_H
#define BATON_CACHE_CACHED_VALUE_H

#include "cached.h"
#include "entry_read.h"

/* Values are kept as they are unpacked, so each way to pack them has entries of its own: which of a key's entries is the one. */
static zend_always_inline uint8_t baton_cached_sort(const baton_redis *redis)
{
	return BATON_SORT_VALUE | redis->values.way;
}

/* A value's tag beside the kinds of encoded values: nothing is stored at the key; or the bytes as they came, for values that have no encoded value. */
enum { BATON_VALUE_MISSING = BATON_ENCODING_CODE(14), BATON_VALUE_PACKED = BATON_ENCODING_CODE(15) };

/* What cannot be read at once: bytes that are unpacked for each reader, which may run PHP code, and values that are copied under a pin. */
bool baton_cached_read_held(const baton_redis *redis, bc_worker *worker, bc_bytes key, zval *to);

/* baton_cached_recall() in line, for Redis::get(): a call costs as much as comparing the key. */
static zend_always_inline bool baton_cached_recall_inline(const baton_redis *redis, bc_worker *worker, bc_bytes key, zval *to)
{
	bc_found found;
	if (!bc_near_find(redis->connection, worker, key, baton_cached_sort(redis), &found)) {
		return false;
	}
	if (found.tag == BATON_VALUE_MISSING) {
		baton_nil(redis, to);
	} else if (UNEXPECTED(!baton_read_at_once(worker, &found, found.tag, to)) && !baton_cached_read_held(redis, worker, key, to)) {
		return false;
	}
	bc_count(worker, BATON_COUNT_HITS, 1);
	return true;
}

#endif
