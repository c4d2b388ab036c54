/* The value of an entry that this thread found of late, as most reads are: inline, and with nothing that is called but PHP's allocator. */
#ifndef BATON_CACHE_RECENT_VALUE_H
#define BATON_CACHE_RECENT_VALUE_H

#include "entry_value.h"

#include "../rust/include/recent.h"

/* Whether the image of a noted entry can be lent: the note says that this process has looked at it. */
static zend_always_inline bool baton_recent_is_known(bc_note *note)
{
	return EXPECTED(note->own) || baton_image_get_to_know_recent(note);
}

/* The note is read anew behind the allocator: what it says need not be kept meanwhile. */
static zend_always_inline bool baton_recent_copy(const bc_note *note, unsigned kind, zval *value)
{
	zend_string *string = kind == BATON_IMAGE_STRING ? emalloc(baton_copied_size(note->value_len)) : NULL;
	const bc_found found = bc_recalled(note);
	return string ? baton_copy_string(string, &found, value) : baton_copy_small(&found, BATON_IMAGE_SCALAR, value);
}

/* Gives it, and counts the hit. False: it is of another kind, needs a pin first, or is no longer there, and nothing is done. */
static zend_always_inline bool baton_recent_take(const bc_worker *worker, bc_note *note, zval *value)
{
	const bc_found found = bc_recalled(note);
	if (baton_is_lent(found.tag)) {
		if (UNEXPECTED(!BATON_CACHE_G(pinned)) || UNEXPECTED(!bc_still(&found)) || !baton_recent_is_known(note)) {
			return false;
		}
		baton_image_lend(value, found.tag, found.value);
	} else if (!baton_is_small(&found, found.tag) || UNEXPECTED(!baton_recent_copy(note, found.tag, value))) {
		return false;
	}
	worker->counters[BC_HITS]++;
	return true;
}

#endif
