/* Answers about fields, derived from a cached HGETALL; derived.h. */
#include "derived.h"

static const zval *field(const baton_derived *derived, bc_bytes name)
{
	return zend_symtable_str_find(Z_ARRVAL(derived->of[0]), name.bytes, name.len);
}

bool baton_derive_hget(baton_derived *derived, zval *to)
{
	const zval *value = field(derived, baton_derived_word(derived, 2));
	if (value) {
		baton_derived_give(derived, value, to);
	} else {
		baton_nil(derived->call->redis, to);
	}
	return true;
}

bool baton_derive_hexists(baton_derived *derived, zval *to)
{
	ZVAL_BOOL(to, field(derived, baton_derived_word(derived, 2)) != NULL);
	return true;
}

bool baton_derive_hstrlen(baton_derived *derived, zval *to)
{
	const zval *value = field(derived, baton_derived_word(derived, 2));
	if (value && (Z_TYPE_P(value) != IS_STRING || !baton_derived_is_raw(derived))) {
		return false;
	}
	ZVAL_LONG(to, value ? (zend_long) Z_STRLEN_P(value) : 0);
	return true;
}

bool baton_derive_hkeys(baton_derived *derived, zval *to)
{
	const zend_array *hash = Z_ARRVAL(derived->of[0]);
	uint32_t count = zend_hash_num_elements(hash);
	array_init_size(to, count);
	for (uint32_t i = 0; i < count; i++) {
		baton_element element = baton_derived_element(hash, i);
		baton_derived_add_name(derived, element.name, element.number, to);
	}
	return true;
}

bool baton_derive_hvals(baton_derived *derived, zval *to)
{
	const zend_array *hash = Z_ARRVAL(derived->of[0]);
	uint32_t count = zend_hash_num_elements(hash);
	array_init_size(to, count);
	for (uint32_t i = 0; i < count; i++) {
		baton_derived_add(derived, baton_derived_element(hash, i).value, to);
	}
	return true;
}

/* The words behind the key are the names in the reply, in this order. */
bool baton_derive_hmget(baton_derived *derived, zval *to)
{
	zval *name;
	array_init_size(to, zend_hash_num_elements(derived->call->context.table));
	ZEND_HASH_FOREACH_VAL(derived->call->context.table, name) {
		const zval *part = field(derived, (bc_bytes) { Z_STRVAL_P(name), Z_STRLEN_P(name) });
		zval value;
		if (part) {
			baton_derived_give(derived, part, &value);
		} else {
			baton_nil(derived->call->redis, &value);
		}
		zend_symtable_update(Z_ARRVAL_P(to), Z_STR_P(name), &value);
	} ZEND_HASH_FOREACH_END();
	return true;
}
