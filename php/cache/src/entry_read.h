/* The one reader of entries: gives PHP the value of an entry that was found, at once where that takes no pin,
 * and else under one. */
#ifndef BATON_CACHE_ENTRY_READ_H
#define BATON_CACHE_ENTRY_READ_H

#include "copies.h"
#include "entry_value.h"

/* A value that is lent, or small, or that this process has a copy of: most reads. False: it has to be read under a pin. */
static zend_always_inline bool baton_read_at_once(bc_worker *worker, const bc_found *found, unsigned kind, zval *value)
{
	if (baton_is_lent(kind)) {
		if (UNEXPECTED(!baton_cache_lend(worker, found)) || !baton_encoding_is_known(found, kind)) {
			return false;
		}
		baton_encoding_lend(value, kind, found->value);
		return true;
	}
	return baton_is_small(found, kind) ? EXPECTED(baton_copy_small(found, kind, value)) : baton_copies_find(value, found);
}

/* Under a pin, under which the entry was found: the value stays while it is read. */
static inline bool baton_read_pinned(bc_worker *worker, const bc_found *found, unsigned kind, zval *value)
{
	if (baton_is_lent(kind) && baton_encoding_is_known(found, kind) && baton_cache_lend(worker, found)) {
		baton_encoding_lend(value, kind, found->value);
		return true;
	}
	return baton_copies_take(value, kind, found);
}

#endif
