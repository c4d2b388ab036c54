/* How PHP is given the value of an entry that was found: lent where it lies, or copied. */
#ifndef BATON_CACHE_ENTRY_VALUE_H
#define BATON_CACHE_ENTRY_VALUE_H

#include "image.h"
#include "worker.h"

/* Strings up to this are copied without a pin, which costs as much as copying so many bytes does. */
#define BATON_SMALL_STRING 512

/* Whether values of this kind are handed out where they lie. */
static zend_always_inline bool baton_is_lent(unsigned kind)
{
	return kind == BATON_IMAGE_ARRAY ? baton_cache_settings.zero_copy >= BATON_ZERO_COPY_ARRAYS
		: kind == BATON_IMAGE_STRING && baton_cache_settings.zero_copy == BATON_ZERO_COPY_ALL;
}

/* Whether a value can be copied without a pin, by baton_copy_small. */
static zend_always_inline bool baton_is_small(const bc_found *found, unsigned kind)
{
	return kind == BATON_IMAGE_SCALAR || (kind == BATON_IMAGE_STRING && found->len <= BATON_SMALL_STRING);
}

/* False if it was overwritten meanwhile, which cannot be under a pin: then it is looked for again. */
static zend_always_inline bool baton_copy_small(bc_worker *worker, const bc_found *found, unsigned kind, zval *value)
{
	if (kind == BATON_IMAGE_SCALAR) {
		return bc_copy(found, 0, (char *) value, sizeof(zval));
	}
	zend_string *string = zend_string_alloc(found->len - BATON_IMAGE_STRING_SIZE(0), 0);
	if (UNEXPECTED(!bc_copy(found, BATON_IMAGE_STRING_HEADER, ZSTR_VAL(string), ZSTR_LEN(string) + 1))) {
		zend_string_efree(string);
		return false;
	}
	ZVAL_STR(value, string);
	return true;
}

#endif
