/* How PHP is given the value of an entry that was found: lent where it lies, or copied. */
#ifndef BATON_CACHE_ENTRY_VALUE_H
#define BATON_CACHE_ENTRY_VALUE_H

#include "encoding.h"
#include "encoding_check.h"
#include "worker.h"

#ifdef __SSE2__
# include <emmintrin.h>
#endif

/* Strings up to this are copied without a pin, which costs as much as copying so many bytes does. */
#define BATON_SMALL_STRING 512

/* Whether values of this kind are handed out where they lie. */
static zend_always_inline bool baton_is_lent(unsigned kind)
{
	if (kind == BATON_ENCODING_STRING) {
		return baton_cache_settings.zero_copy == BATON_ZERO_COPY_ALL;
	}
	return (kind == BATON_ENCODING_ARRAY || kind == BATON_ENCODING_OBJECTS) && baton_cache_settings.zero_copy >= BATON_ZERO_COPY_ARRAYS;
}

/* Whether a value can be copied without a pin, by baton_copy_small. */
static zend_always_inline bool baton_is_small(const bc_found *found, unsigned kind)
{
	return kind == BATON_ENCODING_SCALAR
		|| (kind == BATON_ENCODING_STRING && found->len - BATON_ENCODING_STRING_SIZE(0) <= BATON_SMALL_STRING - BATON_ENCODING_STRING_SIZE(0));
}

/* Sixteen bytes that somebody may be writing meanwhile. */
static zend_always_inline void baton_copy_block(char *to, const char *from)
{
#ifdef __SSE2__
	_mm_storeu_si128((__m128i *) to, *(const volatile __m128i *) from);
#else
	const uint64_t *words = (const uint64_t *) from;
	uint64_t block[2] = { __atomic_load_n(&words[0], __ATOMIC_RELAXED), __atomic_load_n(&words[1], __ATOMIC_RELAXED) };
	memcpy(to, block, sizeof(block));
#endif
}

/* Copies such blocks of a value; false if they were no longer its own. */
static zend_always_inline bool baton_copy_blocks(char *to, const bc_found *found, size_t begin, size_t end)
{
	for (const char *from = found->value + begin, *last = found->value + end; from < last; from += 16, to += 16) {
		baton_copy_block(to, from);
	}
	return bc_still(found);
}

/* What a string takes that is copied in whole blocks: the allocator's room is a multiple of them, too. */
static zend_always_inline size_t baton_copied_size(size_t encoded)
{
	return ZEND_MM_ALIGNED_SIZE_EX(encoded, 16);
}

/* Fills so much room with a string; where that is not whole, gives back the room. Its bytes may be any, its length and its end are not read. */
static zend_always_inline bool baton_copy_string(zend_string *string, const bc_found *found, zval *value)
{
	/* From where its length stands in the encoded value: what is before is the same in all strings. */
	const size_t begin = offsetof(zend_string, len), len = found->len - BATON_ENCODING_STRING_SIZE(0);
	if (UNEXPECTED(!baton_copy_blocks((char *) string + begin, found, begin, baton_copied_size(found->len)))) {
		efree(string);
		return false;
	}
	ZSTR_LEN(string) = len;
	ZSTR_VAL(string)[len] = '\0';
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING;
	ZSTR_H(string) = 0;
	ZVAL_NEW_STR(value, string);
	return true;
}

/* False if it was overwritten meanwhile, which cannot be under a pin; or if it is no such value, as after a fault of its writer. */
static zend_always_inline bool baton_copy_small(const bc_found *found, unsigned kind, zval *value)
{
	if (kind == BATON_ENCODING_SCALAR) {
		return baton_copy_blocks((char *) value, found, 0, sizeof(zval)) && EXPECTED(baton_encoding_is_scalar(value));
	}
	return baton_copy_string(emalloc(baton_copied_size(found->len)), found, value);
}

#endif
