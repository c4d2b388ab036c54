/* What streams answer: messages by their ids. */
#include "commands.h"

/* One message, [id, [field, value, ...]], or its id alone. */
static bool read_message(baton_redis *redis, zend_array *messages)
{
	bc_node node;
	zval id, fields;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind != BC_ARRAY || node.integer != 2) {
		if (!baton_take_any(redis, &node, BATON_STATUS_STRING, &id)) {
			return false;
		}
		zend_hash_next_index_insert_new(messages, &id);
		return true;
	}
	if (!baton_next_text(redis, &id)) {
		return false;
	}
	if (!baton_reply_map_values(redis, &fields, NULL)) {
		zval_ptr_dtor(&id);
		return false;
	}
	/* A message that was deleted while a consumer had it. */
	if (Z_TYPE(fields) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL(fields)) == 0) {
		ZVAL_NULL(&fields);
	}
	zend_string *name = zval_get_string(&id);
	zend_symtable_update(messages, name, &fields);
	zend_string_release(name);
	zval_ptr_dtor(&id);
	return true;
}

static bool read_messages(baton_redis *redis, int64_t count, zval *to)
{
	array_init(to);
	for (int64_t i = 0; i < count; i++) {
		if (!read_message(redis, Z_ARRVAL_P(to))) {
			return baton_reply_fails(to);
		}
	}
	return true;
}

bool baton_reply_messages(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count == BATON_NO_LIST) {
		ZVAL_FALSE(to);
		return true;
	}
	return read_messages(redis, count, to);
}

bool baton_reply_claimed(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_reply_messages(redis, to, context);
}

/* One stream, [key, messages]. */
static bool read_stream(baton_redis *redis, zend_array *streams, bool nested)
{
	int64_t two = 2;
	zval key, messages;
	if ((nested && !baton_next_list(redis, &two, true)) || (two == 2 && !baton_next_text(redis, &key))) {
		return false;
	}
	if (two != 2) {
		return true;
	}
	if (!baton_reply_messages(redis, &messages, NULL)) {
		zval_ptr_dtor(&key);
		return false;
	}
	zend_string *name = zval_get_string(&key);
	zend_symtable_update(streams, name, &messages);
	zend_string_release(name);
	zval_ptr_dtor(&key);
	return true;
}

bool baton_reply_streams(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	switch (node.kind) {
		case BC_ARRAY:
		case BC_MAP:
			break;
		case BC_NIL:
			baton_nil_list(redis, to);
			return true;
		case BC_ERROR:
			baton_redis_server_error(redis, &node, false);
			ZVAL_FALSE(to);
			return true;
		default:
			ZVAL_FALSE(to);
			return baton_skip(redis, &node);
	}
	array_init(to);
	for (int64_t i = 0; i < node.integer; i++) {
		if (!read_stream(redis, Z_ARRVAL_P(to), node.kind == BC_ARRAY)) {
			return baton_reply_fails(to);
		}
	}
	return true;
}

/* [next id, messages], and the ids that are no more. */
bool baton_reply_autoclaimed(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	zval next, messages, gone;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count < 2) {
		ZVAL_FALSE(to);
		return true;
	}
	if (!baton_next_text(redis, &next)) {
		return false;
	}
	if (!baton_reply_messages(redis, &messages, NULL)) {
		zval_ptr_dtor(&next);
		return false;
	}
	array_init_size(to, baton_list_room(count));
	add_next_index_zval(to, &next);
	add_next_index_zval(to, &messages);
	for (int64_t i = 2; i < count; i++) {
		if (!baton_next_any(redis, BATON_STATUS_TRUE, &gone)) {
			return baton_reply_fails(to);
		}
		add_next_index_zval(to, &gone);
	}
	return true;
}

/* Nested lists of names and what they name, where strings and numbers are names. */
static bool read_info(baton_redis *redis, int64_t count, zval *to)
{
	zend_string *name = NULL;
	array_init(to);
	for (int64_t i = 0; i < count; i++) {
		bc_node node;
		zval value;
		bool read = baton_redis_next(redis, &node);
		bool list = read && (node.kind == BC_ARRAY || node.kind == BC_MAP);
		if (read) {
			int64_t nodes = node.kind == BC_MAP ? node.integer * 2 : node.integer;
			read = list ? read_info(redis, nodes, &value) : baton_take_any(redis, &node, BATON_STATUS_STRING, &value);
		}
		if (!read) {
			if (name) {
				zend_string_release(name);
			}
			return baton_reply_fails(to);
		}
		if (name) {
			if (node.kind == BC_NIL) {
				ZVAL_NULL(&value);
			}
			zend_symtable_update(Z_ARRVAL_P(to), name, &value);
			zend_string_release(name);
			name = NULL;
		} else if (list) {
			add_next_index_zval(to, &value);
		} else {
			name = zval_get_string(&value);
			zval_ptr_dtor(&value);
		}
	}
	if (name) {
		add_next_index_str(to, name);
	}
	return true;
}

bool baton_reply_xinfo(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count < 0) {
		ZVAL_FALSE(to);
		return true;
	}
	return read_info(redis, count, to);
}
