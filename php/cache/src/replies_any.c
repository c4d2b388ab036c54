/* Replies of which the command does not say what they are: of scripts, modules, raw commands. */
#include "replies.h"

/* Nested deeper than this, a reply would use up the stack; the core refuses it before. */
#define DEEPEST 128

static bool take_nested(baton_redis *redis, const bc_node *node, int status, int depth, zval *to);

static bool next_nested(baton_redis *redis, int status, int depth, zval *to)
{
	bc_node node;
	return baton_redis_next(redis, &node) && take_nested(redis, &node, status, depth, to);
}

static bool take_list(baton_redis *redis, int64_t count, int status, int depth, zval *to)
{
	array_init_size(to, baton_list_room(count));
	for (int64_t i = 0; i < count; i++) {
		zval element;
		if (!next_nested(redis, status, depth, &element)) {
			return baton_reply_fails(to);
		}
		add_next_index_zval(to, &element);
	}
	return true;
}

/* Names that are no strings, which RESP3 allows, become ones. */
static bool take_map(baton_redis *redis, int64_t count, int status, int depth, zval *to)
{
	array_init(to);
	for (int64_t i = 0; i < count; i++) {
		zval name, value;
		if (!next_nested(redis, BATON_STATUS_STRING, depth, &name)) {
			return baton_reply_fails(to);
		}
		if (!next_nested(redis, status, depth, &value)) {
			zval_ptr_dtor(&name);
			return baton_reply_fails(to);
		}
		zend_string *text = zval_try_get_string(&name);
		if (text) {
			zend_symtable_update(Z_ARRVAL_P(to), text, &value);
			zend_string_release(text);
		} else {
			zval_ptr_dtor(&value);
		}
		zval_ptr_dtor(&name);
	}
	return true;
}

static bool take_nested(baton_redis *redis, const bc_node *node, int status, int depth, zval *to)
{
	if (depth > DEEPEST) {
		bc_failure failure = {BC_PROTOCOL, "protocol error, the reply is nested deeper than 128 levels"};
		baton_redis_fail(redis, &failure);
		return false;
	}
	switch (node->kind) {
		case BC_STATUS:
			if (status == BATON_STATUS_STRING) {
				ZVAL_STRINGL_FAST(to, node->bytes, node->len);
			} else {
				ZVAL_TRUE(to);
			}
			return true;
		case BC_ERROR:
			baton_redis_server_error(redis, node, true);
			ZVAL_FALSE(to);
			return true;
		case BC_INTEGER:
			ZVAL_LONG(to, node->integer);
			return true;
		case BC_DOUBLE:
			ZVAL_DOUBLE(to, node->number);
			return true;
		case BC_BOOLEAN:
			ZVAL_BOOL(to, node->integer);
			return true;
		case BC_NIL:
			if (node->integer == BATON_NIL_IS_LIST && !(redis->options.nil_is_null && baton_names_are_relays(redis->names))) {
				baton_nil_list(redis, to);
			} else if (redis->cluster) {
				ZVAL_NULL(to); /* PhpRedis's clusters tell it so, and its single servers as false */
			} else {
				baton_nil(redis, to);
			}
			return true;
		case BC_ARRAY:
		case BC_SET:
		case BC_PUSH:
			return take_list(redis, node->integer, status, depth + 1, to);
		case BC_MAP:
			return take_map(redis, node->integer, status, depth + 1, to);
		case BC_BIG:
			ZVAL_STRINGL(to, node->bytes, node->len);
			return true;
		default:
			return baton_take_text(redis, node, to);
	}
}

bool baton_take_any(baton_redis *redis, const bc_node *node, int status, zval *to)
{
	return take_nested(redis, node, status, 0, to);
}

bool baton_next_any(baton_redis *redis, int status, zval *to)
{
	return next_nested(redis, status, 0, to);
}

bool baton_reply_any(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_next_any(redis, BATON_STATUS_TRUE, to);
}

bool baton_reply_literal(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_next_any(redis, redis->options.reply_literal ? BATON_STATUS_STRING : BATON_STATUS_TRUE, to);
}

bool baton_reply_strings(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_next_any(redis, BATON_STATUS_STRING, to);
}

void baton_pair_up(zval *list)
{
	zval map, *value, *name = NULL;
	array_init_size(&map, zend_hash_num_elements(Z_ARRVAL_P(list)) / 2);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), value) {
		if (name == NULL) {
			name = value;
			continue;
		}
		zend_string *text = zval_get_string(name);
		Z_TRY_ADDREF_P(value);
		zend_symtable_update(Z_ARRVAL(map), text, value);
		zend_string_release(text);
		name = NULL;
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(list);
	ZVAL_COPY_VALUE(list, &map);
}

bool baton_reply_map(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_next_any(redis, BATON_STATUS_TRUE, to)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_ARRAY && zend_array_is_list(Z_ARRVAL_P(to))) {
		baton_pair_up(to);
	}
	return true;
}

/* A string and what follows it are a pair; what is no string stands for itself. */
static void pair_up_deeply(zval *list)
{
	zval made, *value, *name = NULL;
	array_init(&made);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), value) {
		if (name == NULL && Z_TYPE_P(value) == IS_STRING) {
			name = value;
			continue;
		}
		zval element;
		ZVAL_COPY(&element, value);
		if (Z_TYPE(element) == IS_ARRAY) {
			pair_up_deeply(&element);
		}
		if (name) {
			zend_symtable_update(Z_ARRVAL(made), Z_STR_P(name), &element);
			name = NULL;
		} else {
			add_next_index_zval(&made, &element);
		}
	} ZEND_HASH_FOREACH_END();
	if (name) {
		Z_TRY_ADDREF_P(name);
		add_next_index_zval(&made, name);
	}
	zval_ptr_dtor(list);
	ZVAL_COPY_VALUE(list, &made);
}

bool baton_reply_maps(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_next_any(redis, BATON_STATUS_TRUE, to)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_ARRAY && zend_array_is_list(Z_ARRVAL_P(to))) {
		pair_up_deeply(to);
	}
	return true;
}
