/* How the values of string keys are cached; cached_value.c. */
#ifndef BATON_CACHE_CACHED_VALUE_H
#define BATON_CACHE_CACHED_VALUE_H

#include "cached.h"
#include "encoding.h"

/* Values are kept as they are unpacked, so each way to pack them has entries of its own: which of a key's entries is the one. */
static zend_always_inline uint8_t baton_cached_sort(const baton_redis *redis)
{
	return BATON_SORT_VALUE | redis->values.way;
}

/* A value's tag beside the kinds of encoded values: nothing is stored at the key; or the bytes as they came, for values that have no encoded value. */
enum { BATON_VALUE_MISSING = BATON_ENCODING_CODE(14), BATON_VALUE_PACKED = BATON_ENCODING_CODE(15) };

#endif
