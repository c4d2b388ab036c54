/* Replies that are lists of one kind. */
#include "replies.h"

bool baton_next_list(baton_redis *redis, int64_t *count, bool loud)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	switch (node.kind) {
		case BC_ARRAY:
		case BC_SET:
		case BC_PUSH:
			*count = node.integer;
			return true;
		case BC_MAP:
			*count = node.integer * 2;
			return true;
		case BC_NIL:
			*count = BATON_NIL_LIST;
			return true;
		case BC_ERROR:
			baton_redis_server_error(redis, &node, loud);
			*count = BATON_NO_LIST;
			return true;
		default:
			*count = BATON_NO_LIST;
			return baton_skip(redis, &node);
	}
}

typedef bool (*next_element)(baton_redis *redis, zval *to);

/* A list of which `next` reads each element; what is not there leaves false, or nothing. */
static bool read_list(baton_redis *redis, zval *to, next_element next, bool nil_is_told)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (UNEXPECTED(count < 0)) {
		if (count == BATON_NO_LIST) {
			ZVAL_FALSE(to);
		} else if (nil_is_told) {
			baton_nil_list(redis, to);
		} else {
			ZVAL_EMPTY_ARRAY(to);
		}
		return true;
	}
	if (count == 0) {
		ZVAL_EMPTY_ARRAY(to);
		return true;
	}
	array_init_size(to, baton_list_room(count));
	zend_hash_real_init_packed(Z_ARRVAL_P(to));
	for (int64_t i = 0; i < count; i++) {
		zval element;
		if (UNEXPECTED(!next(redis, &element))) {
			return baton_reply_fails(to);
		}
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &element);
	}
	return true;
}

bool baton_reply_values(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_list(redis, to, baton_next_value, true);
}

bool baton_reply_texts(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_list(redis, to, baton_next_text, false);
}

static bool next_float(baton_redis *redis, zval *to)
{
	return baton_reply_float(redis, to, NULL);
}

bool baton_reply_floats(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_list(redis, to, next_float, false);
}

static bool next_integer(baton_redis *redis, zval *to)
{
	return baton_reply_integer(redis, to, NULL);
}

bool baton_reply_integers(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_list(redis, to, next_integer, false);
}

static bool next_flag(baton_redis *redis, zval *to)
{
	return baton_reply_one(redis, to, NULL);
}

bool baton_reply_flags(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_list(redis, to, next_flag, false);
}

bool baton_reply_named(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count < 0) {
		ZVAL_FALSE(to);
		return true;
	}
	array_init_size(to, zend_hash_num_elements(context->table));
	zval *name;
	int64_t read = 0;
	ZEND_HASH_FOREACH_VAL(context->table, name) {
		zval value;
		if (read++ == count) {
			break;
		}
		if (!baton_next_value(redis, &value)) {
			return baton_reply_fails(to);
		}
		zend_symtable_update(Z_ARRVAL_P(to), Z_STR_P(name), &value);
	} ZEND_HASH_FOREACH_END();
	/* A server that answers more than it was asked. */
	for (; read < count; read++) {
		bc_node node;
		if (!baton_redis_next(redis, &node) || !baton_skip(redis, &node)) {
			return baton_reply_fails(to);
		}
	}
	return true;
}
