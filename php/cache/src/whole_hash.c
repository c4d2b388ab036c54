/* What a whole hash says of its fields; whole.h. */
#include "whole.h"

static const zval *field(const baton_whole *whole, bc_bytes name)
{
	return zend_symtable_str_find(Z_ARRVAL(whole->of[0]), name.bytes, name.len);
}

bool baton_tell_hget(baton_whole *whole, zval *to)
{
	const zval *value = field(whole, baton_whole_word(whole, 2));
	if (value) {
		baton_whole_give(whole, value, to);
	} else {
		baton_nil(whole->call->redis, to);
	}
	return true;
}

bool baton_tell_hexists(baton_whole *whole, zval *to)
{
	ZVAL_BOOL(to, field(whole, baton_whole_word(whole, 2)) != NULL);
	return true;
}

bool baton_tell_hstrlen(baton_whole *whole, zval *to)
{
	const zval *value = field(whole, baton_whole_word(whole, 2));
	if (value && (Z_TYPE_P(value) != IS_STRING || !baton_whole_is_raw(whole))) {
		return false;
	}
	ZVAL_LONG(to, value ? (zend_long) Z_STRLEN_P(value) : 0);
	return true;
}

bool baton_tell_hkeys(baton_whole *whole, zval *to)
{
	const zend_array *hash = Z_ARRVAL(whole->of[0]);
	uint32_t count = zend_hash_num_elements(hash);
	array_init_size(to, count);
	for (uint32_t i = 0; i < count; i++) {
		baton_element element = baton_whole_element(hash, i);
		baton_whole_add_name(whole, element.name, element.number, to);
	}
	return true;
}

bool baton_tell_hvals(baton_whole *whole, zval *to)
{
	const zend_array *hash = Z_ARRVAL(whole->of[0]);
	uint32_t count = zend_hash_num_elements(hash);
	array_init_size(to, count);
	for (uint32_t i = 0; i < count; i++) {
		baton_whole_add(whole, baton_whole_element(hash, i).value, to);
	}
	return true;
}

/* The words behind the key are the names in the reply, in this order. */
bool baton_tell_hmget(baton_whole *whole, zval *to)
{
	zval *name;
	array_init_size(to, zend_hash_num_elements(whole->call->context.table));
	ZEND_HASH_FOREACH_VAL(whole->call->context.table, name) {
		const zval *part = field(whole, (bc_bytes) { Z_STRVAL_P(name), Z_STRLEN_P(name) });
		zval value;
		if (part) {
			baton_whole_give(whole, part, &value);
		} else {
			baton_nil(whole->call->redis, &value);
		}
		zend_symtable_update(Z_ARRVAL_P(to), Z_STR_P(name), &value);
	} ZEND_HASH_FOREACH_END();
	return true;
}
