/* Encoded values that are believed only after they have been looked at: what lies in shared memory may have been written over by a fault of
 * some process, or of the memory itself. */
#ifndef BATON_CACHE_ENCODING_CHECK_H
#define BATON_CACHE_ENCODING_CHECK_H

#include "encoding.h"
#include "worker.h"

/* Whether PHP can use the encoded value of `size` bytes at `from` without leaving it: every length, type, pointer and chain of a hash. The
 * bytes of strings and the values of numbers may be anything. `pointers` says for which address it was written; where that is not
 * `from`, which is a copy of it then, pointers are changed to point into the copy. */
bool baton_encoding_settle(char *from, size_t size, const char *pointers, unsigned kind);

/* The same for an encoded value where it lies. */
bool baton_encoding_is_whole(const char *encoded, size_t size, unsigned kind);

/* Encoded values that this process has looked at: what was whole once is looked at again only when another has come in between that has the same
 * place. As many as there are entries of 2 KB in the default's 64 MB; 256 KB of each process, of which it takes those pages that it comes to. */
#define BATON_ENCODINGS_KNOWN 32768
extern TSRM_TLS uint64_t baton_encodings_known[BATON_ENCODINGS_KNOWN];

/* A stamp is a count of each part of the memory, and the part's number below it (crates/near_cache): each part begins at a place of its
 * own, by the golden ratio. */
static zend_always_inline uint64_t *baton_encoding_known_at(uint64_t stamp)
{
	return &baton_encodings_known[((stamp >> 6) + (stamp & 63) * 20251) % BATON_ENCODINGS_KNOWN];
}

/* What is noted of an encoded value: as much of its entry's stamp as comes again after 67 million entries of a part, and where it lies, at a multiple
 * of 16; never 0. A stamp alone says too little: it is memory like any other, and one that was written over may be that of an encoded value
 * which is known. */
static zend_always_inline uint64_t baton_encoding_note(const bc_found *found)
{
	return found->stamp << 32 | (uint32_t) ((uintptr_t) found->value >> 3) | 1;
}

bool baton_encoding_get_to_know(const bc_found *found, unsigned kind);

/* Whether an entry's encoded value can be lent: it is looked at when this process meets it first. What is written over later, under a program that
 * has it, is found by nobody, as with all memory of a process. */
static zend_always_inline bool baton_encoding_is_known(const bc_found *found, unsigned kind)
{
	return EXPECTED(*baton_encoding_known_at(found->stamp) == baton_encoding_note(found)) || baton_encoding_get_to_know(found, kind);
}

/* A copy of the value of an entry that was found, under a pin; false, which is a miss, where the encoded value is not whole or its value cannot
 * be made. What is checked is a copy of the encoded value, so that nothing changes between the look and the use. */
bool baton_encoding_take(zval *value, unsigned kind, const bc_found *found);
/* The same for one element of an array; and one that is lent with all that it holds. False where there is none. */
bool baton_encoding_take_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number);
bool baton_encoding_lend_element(zval *value, unsigned kind, const bc_found *found, zend_string *name, zend_ulong number);

/* Whether a scalar that was copied is one. */
static zend_always_inline bool baton_encoding_is_scalar(const zval *value)
{
	return Z_TYPE_INFO_P(value) <= IS_DOUBLE || (Z_TYPE_INFO_P(value) == IS_ARRAY && Z_ARR_P(value) == (zend_array *) &zend_empty_array);
}

#endif
