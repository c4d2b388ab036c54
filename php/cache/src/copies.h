/* Copies of values that this process has made, for the next reader of the same entry: where requests do not end, nothing can be lent, and a
 * copy of an array costs ten times as much as a look at it.
 *
 * A copy is PHP's own, with one reference of ours: code that changes it gets another, as with any array. It pins nothing in the shared memory,
 * and is given only for the entry that it was made of, found as for any other hit: no other entry ever has the stamp. */
#ifndef BATON_CACHE_COPIES_H
#define BATON_CACHE_COPIES_H

#include "entry_value.h"
#include "encoding_check.h"

/* The copy of an entry's value, if there is one and the entry is still there. */
bool baton_copies_find(zval *value, const bc_found *found);

bool baton_copies_find_or_make(zval *value, unsigned kind, const bc_found *found);

/* A copy as baton_encoding_take() makes it, under a pin, or one that was made before. Objects are each reader's own, and what is small is copied
 * as quickly. */
static zend_always_inline bool baton_copies_take(zval *value, unsigned kind, const bc_found *found)
{
	bool is_shared = kind == BATON_ENCODING_ARRAY || (kind == BATON_ENCODING_STRING && !baton_is_small(found, kind));
	return is_shared && baton_cache_settings.copies > 0 ? baton_copies_find_or_make(value, kind, found) : baton_encoding_take(value, kind, found);
}

/* The request ends, and its memory with it. */
void baton_copies_end(void);

#endif
