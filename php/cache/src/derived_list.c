/* Answers about elements, derived from a cached LRANGE 0 -1; derived.h. */
#include "derived.h"

bool baton_derive_lindex(baton_derived *derived, zval *to)
{
	const zend_array *list = Z_ARRVAL(derived->of[0]);
	zend_long at, length = zend_hash_num_elements(list);
	if (!baton_derived_number(derived, 2, &at)) {
		return false;
	}
	at = at < 0 ? at + length : at;
	if (at >= 0 && at < length) {
		baton_derived_give(derived, baton_derived_element(list, (uint32_t) at).value, to);
	} else {
		baton_nil(derived->call->redis, to);
	}
	return true;
}

bool baton_derive_lrange(baton_derived *derived, zval *to)
{
	const zend_array *list = Z_ARRVAL(derived->of[0]);
	zend_long first, last;
	if (!baton_derived_number(derived, 2, &first) || !baton_derived_number(derived, 3, &last)) {
		return false;
	}
	bc_slice slice = bc_slice_of(zend_hash_num_elements(list), first, last);
	array_init_size(to, slice.count);
	for (uint32_t i = 0; i < slice.count; i++) {
		baton_derived_add(derived, baton_derived_element(list, slice.first + i).value, to);
	}
	return true;
}
