/* The value of an entry that this thread found of late, as most reads are. */
#ifndef BATON_CACHE_RECENT_VALUE_H
#define BATON_CACHE_RECENT_VALUE_H

#include "copies.h"
#include "entry_value.h"

#include "../rust/include/recent.h"

/* What `own` says of a note's image, with the number of a request above: that request was lent it, and this process has looked at it; as it
 * lies, or in an object that has to be made. */
enum { BATON_NOTED_LENT = 1, BATON_NOTED_OBJECTS = 2 };

/* Whether this request was lent it, of whichever kind it is. */
static zend_always_inline bool baton_recent_is_lent(const bc_note *note)
{
	return (note->own ^ BATON_CACHE_G(lent_mark)) < 4;
}

static inline bool baton_recent_look_at(bc_worker *worker, bc_note *note)
{
	bc_found found = bc_recalled(note);
	found.stamp = bc_recalled_stamp(note);
	if (!baton_cache_lend(worker, &found) || !baton_image_is_known(&found, found.tag)) {
		return false;
	}
	note->own = BATON_CACHE_G(lent_mark) ^ (note->tag == BATON_IMAGE_OBJECTS ? BATON_NOTED_LENT ^ BATON_NOTED_OBJECTS : 0);
	return true;
}

/* Lends what is known to be lent: nothing is called. False: it is something else. The hit is not counted. */
static zend_always_inline bool baton_recent_lend(const bc_note *note, zval *value)
{
	const bc_found found = bc_recalled(note);
	if (note->own != BATON_CACHE_G(lent_mark) || UNEXPECTED(!bc_still(&found))) {
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

static inline bool baton_recent_find_copy(const bc_note *note, zval *value)
{
	bc_found found = bc_recalled(note);
	found.stamp = bc_recalled_stamp(note);
	return baton_copies_find(value, found.tag, &found);
}

/* Gives the value, and counts the hit. False: it is of another kind, is to be copied under a pin, or is no longer there, and nothing is done. */
static zend_always_inline bool baton_recent_take(bc_worker *worker, bc_note *note, zval *value)
{
	const bc_found found = bc_recalled(note);
	if (EXPECTED(found.tag == BATON_IMAGE_STRING) && baton_cache_settings.zero_copy != BATON_ZERO_COPY_ALL) {
		if (baton_is_small(&found, BATON_IMAGE_STRING) ? UNEXPECTED(!baton_recent_copy_string(note, value)) : !baton_recent_find_copy(note, value)) {
			return false;
		}
	} else if (baton_is_lent(found.tag)) {
		if (!bc_still(&found) || !(baton_recent_is_lent(note) || baton_recent_look_at(worker, note))) {
			return false;
		}
		baton_image_lend(value, found.tag, found.value);
	} else if (found.tag == BATON_IMAGE_SCALAR ? UNEXPECTED(!baton_copy_small(&found, BATON_IMAGE_SCALAR, value)) : !baton_recent_find_copy(note, value)) {
		return false;
	}
	worker->counters[BC_HITS]++;
	return true;
}

#endif
