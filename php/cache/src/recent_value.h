/* The value of an entry that this thread found of late, as most reads are. */
#ifndef BATON_CACHE_RECENT_VALUE_H
#define BATON_CACHE_RECENT_VALUE_H

#include "entry_value.h"

#include "../rust/include/recent.h"

/* What `own` says of a note's image: this process has looked at it, and it can be lent; as it lies, or in an object that has to be made. */
enum { BATON_NOTED_LENT = 1, BATON_NOTED_OBJECTS = 2 };

static inline bool baton_recent_look_at(bc_note *note)
{
	bc_found found = bc_recalled(note);
	found.stamp = bc_recalled_stamp(note);
	if (!baton_image_is_known(&found, found.tag)) {
		return false;
	}
	note->own = note->tag == BATON_IMAGE_OBJECTS ? BATON_NOTED_OBJECTS : BATON_NOTED_LENT;
	return true;
}

/* Lends what is known to be lent: nothing is called. False: it is something else. The hit is not counted. */
static zend_always_inline bool baton_recent_lend(const bc_note *note, zval *value)
{
	const bc_found found = bc_recalled(note);
	if (note->own != BATON_NOTED_LENT || !BATON_CACHE_G(pinned) || UNEXPECTED(!bc_still(&found))) {
		return false;
	}
	baton_image_lend(value, found.tag == BATON_IMAGE_ARRAY ? BATON_IMAGE_ARRAY : BATON_IMAGE_STRING, found.value);
	return true;
}

/* The note is read anew behind the allocator: what it says need not be kept meanwhile. */
static zend_always_inline bool baton_recent_copy_string(const bc_note *note, zval *value)
{
	zend_string *string = emalloc(baton_copied_size(note->value_len));
	const bc_found found = bc_recalled(note);
	return baton_copy_string(string, &found, value);
}

/* Gives the value, and counts the hit. False: it is of another kind, needs a pin first, or is no longer there, and nothing is done. */
static zend_always_inline bool baton_recent_take(const bc_worker *worker, bc_note *note, zval *value)
{
	const bc_found found = bc_recalled(note);
	if (EXPECTED(found.tag == BATON_IMAGE_STRING) && baton_cache_settings.zero_copy != BATON_ZERO_COPY_ALL) {
		if (!baton_is_small(&found, BATON_IMAGE_STRING) || UNEXPECTED(!baton_recent_copy_string(note, value))) {
			return false;
		}
	} else if (baton_is_lent(found.tag)) {
		if (!BATON_CACHE_G(pinned) || !bc_still(&found) || !(note->own || baton_recent_look_at(note))) {
			return false;
		}
		baton_image_lend(value, found.tag, found.value);
	} else if (found.tag != BATON_IMAGE_SCALAR || UNEXPECTED(!baton_copy_small(&found, BATON_IMAGE_SCALAR, value))) {
		return false;
	}
	worker->counters[BC_HITS]++;
	return true;
}

#endif
