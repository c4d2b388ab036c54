/* What the value of a string key says of its length and parts; derived.h. */
#include "derived.h"

/* The bytes as the server has them. */
static bool bytes_of(const baton_derived *derived, bc_bytes *bytes)
{
	const zval *value = derived->of;
	if (Z_TYPE_P(value) == IS_NULL) {
		*bytes = (bc_bytes) { "", 0 };
		return true;
	}
	if (Z_TYPE_P(value) != IS_STRING || !baton_derived_is_raw(derived)) {
		return false;
	}
	*bytes = (bc_bytes) { Z_STRVAL_P(value), Z_STRLEN_P(value) };
	return true;
}

bool baton_derive_strlen(baton_derived *derived, zval *to)
{
	bc_bytes bytes;
	if (!bytes_of(derived, &bytes)) {
		return false;
	}
	ZVAL_LONG(to, (zend_long) bytes.len);
	return true;
}

bool baton_derive_getrange(baton_derived *derived, zval *to)
{
	bc_bytes bytes;
	zend_long first, last;
	/* The part is read as a value, so its bytes have to be one; and an end before the beginning is not the same to all servers. */
	if (!bytes_of(derived, &bytes) || !baton_derived_is_raw(derived) || bytes.len > UINT32_MAX || !baton_derived_number(derived, 2, &first) ||
			!baton_derived_number(derived, 3, &last) || last < -(zend_long) bytes.len) {
		return false;
	}
	bc_slice slice = bc_slice_of((uint32_t) bytes.len, first, last);
	ZVAL_STRINGL_FAST(to, bytes.bytes + slice.first, slice.count);
	return true;
}

bool baton_derive_getbit(baton_derived *derived, zval *to)
{
	bc_bytes bytes;
	zend_long at;
	if (!bytes_of(derived, &bytes) || !baton_derived_number(derived, 2, &at) || at < 0 || at > UINT32_MAX) { /* which the server refuses */
		return false;
	}
	size_t byte = (size_t) at / 8;
	ZVAL_LONG(to, byte < bytes.len ? (bytes.bytes[byte] >> (7 - at % 8)) & 1 : 0);
	return true;
}
