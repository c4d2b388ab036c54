/* What GEOSEARCH found: names, or what was asked of each by its name. */
#include "commands.h"

/* Distances and coordinates come as text. */
static void make_numbers(zval *value)
{
	zval *element;
	if (Z_TYPE_P(value) == IS_ARRAY) {
		SEPARATE_ARRAY(value);
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
			make_numbers(element);
		} ZEND_HASH_FOREACH_END();
	} else if (Z_TYPE_P(value) == IS_STRING) {
		convert_to_double(value);
	}
}

/* [name, distance, hash, [longitude, latitude]], of which any but the name may be missing. */
static bool read_place(baton_redis *redis, zend_array *places)
{
	int64_t count;
	zval name, details, detail;
	if (!baton_next_list(redis, &count, true)) {
		return false;
	}
	if (count < 1) {
		return true;
	}
	if (!baton_next_text(redis, &name)) {
		return false;
	}
	array_init(&details);
	for (int64_t i = 1; i < count; i++) {
		if (!baton_next_any(redis, BATON_STATUS_TRUE, &detail)) {
			zval_ptr_dtor(&details);
			zval_ptr_dtor(&name);
			return false;
		}
		make_numbers(&detail);
		add_next_index_zval(&details, &detail);
	}
	zend_string *text = zval_get_string(&name);
	zend_symtable_update(places, text, &details);
	zend_string_release(text);
	zval_ptr_dtor(&name);
	return true;
}

bool baton_reply_places(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	if (!context->number) {
		return baton_reply_texts(redis, to, context);
	}
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count < 0) {
		ZVAL_FALSE(to);
		if (count == BATON_NIL_LIST) {
			baton_nil_list(redis, to);
		}
		return true;
	}
	array_init(to);
	for (int64_t i = 0; i < count; i++) {
		if (!read_place(redis, Z_ARRVAL_P(to))) {
			return baton_reply_fails(to);
		}
	}
	return true;
}
