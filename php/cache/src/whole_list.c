/* What a whole list says of its elements; whole.h. */
#include "whole.h"

bool baton_tell_lindex(baton_whole *whole, zval *to)
{
	const zend_array *list = Z_ARRVAL(whole->of[0]);
	zend_long at, length = zend_hash_num_elements(list);
	if (!baton_whole_number(whole, 2, &at)) {
		return false;
	}
	at = at < 0 ? at + length : at;
	if (at >= 0 && at < length) {
		baton_whole_give(whole, baton_whole_element(list, (uint32_t) at).value, to);
	} else {
		baton_nil(whole->call->redis, to);
	}
	return true;
}

bool baton_tell_lrange(baton_whole *whole, zval *to)
{
	const zend_array *list = Z_ARRVAL(whole->of[0]);
	zend_long first, last;
	if (!baton_whole_number(whole, 2, &first) || !baton_whole_number(whole, 3, &last)) {
		return false;
	}
	baton_slice slice = baton_whole_slice(zend_hash_num_elements(list), first, last);
	array_init_size(to, slice.count);
	for (uint32_t i = 0; i < slice.count; i++) {
		baton_whole_add(whole, baton_whole_element(list, slice.first + i).value, to);
	}
	return true;
}
