/* Replies of pairs: one after the other in RESP2, as maps or lists of two in RESP3. */
#include "replies.h"

/* How the two halves of a pair are read. */
typedef struct {
	bool (*key)(baton_redis *redis, const bc_node *node, zval *to);
	bool (*value)(baton_redis *redis, zval *to);
} pair;

static bool read_pair(baton_redis *redis, const bc_node *first, zend_array *map, const pair *pair)
{
	zval key, value;
	if (!pair->key(redis, first, &key)) {
		return false;
	}
	if (!pair->value(redis, &value)) {
		zval_ptr_dtor(&key);
		return false;
	}
	/* Stored values may be no strings: making ones of them calls the program, as the end of an object does. */
	redis->unpacking = true;
	/* Keys that are numbers become integers, as everywhere in PHP. */
	zend_string *name = zval_get_string(&key);
	zend_symtable_update(map, name, &value);
	zend_string_release(name);
	zval_ptr_dtor(&key);
	redis->unpacking = false;
	return true;
}

/* `count` nodes, each of which is half of a pair, or a list of two, into a map that is there already. */
static bool read_pairs(baton_redis *redis, zval *to, int64_t count, const pair *pair)
{
	while (count > 0) {
		bc_node node;
		bool read = baton_redis_next(redis, &node), listed = read && node.kind == BC_ARRAY && node.integer == 2;
		if (!read || (listed && !baton_redis_next(redis, &node)) || !read_pair(redis, &node, Z_ARRVAL_P(to), pair)) {
			return baton_reply_fails(to);
		}
		count -= listed ? 1 : 2;
	}
	return true;
}

static bool read_map(baton_redis *redis, zval *to, const pair *pair)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (UNEXPECTED(count <= 0)) {
		if (count == BATON_NO_LIST) {
			ZVAL_FALSE(to);
		} else {
			ZVAL_EMPTY_ARRAY(to);
		}
		return true;
	}
	array_init_size(to, baton_list_room(count / 2));
	return read_pairs(redis, to, count, pair);
}

static bool next_float(baton_redis *redis, zval *to)
{
	return baton_reply_float(redis, to, NULL);
}

static bool next_integer(baton_redis *redis, zval *to)
{
	return baton_reply_integer(redis, to, NULL);
}

bool baton_reply_map_texts(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_map(redis, to, &(pair) {baton_take_text, baton_next_text});
}

bool baton_reply_map_values(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_map(redis, to, &(pair) {baton_take_text, baton_next_value});
}

bool baton_reply_map_scores(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_map(redis, to, &(pair) {baton_take_value, next_float});
}

bool baton_reply_map_counts(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_map(redis, to, &(pair) {baton_take_value, next_integer});
}

/* The elements that LMPOP or ZMPOP took. */
static bool read_popped(baton_redis *redis, zval *to, bool scores)
{
	if (!scores) {
		return baton_reply_values(redis, to, NULL);
	}
	int64_t count;
	if (!baton_next_list(redis, &count, true)) {
		return false;
	}
	array_init(to);
	return read_pairs(redis, to, count, &(pair) {baton_take_value, next_float});
}

bool baton_reply_pops(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	if (!baton_next_list(redis, &count, false)) {
		return false;
	}
	if (count != 2) {
		ZVAL_FALSE(to);
		if (count == BATON_NIL_LIST && (redis->options.null_array_as_null || redis->options.nil_is_null)) {
			ZVAL_NULL(to);
		}
		return true;
	}
	zval key, elements;
	if (!baton_next_text(redis, &key)) {
		return false;
	}
	if (!read_popped(redis, &elements, context->number)) {
		zval_ptr_dtor(&key);
		return false;
	}
	array_init_size(to, 2);
	add_next_index_zval(to, &key);
	add_next_index_zval(to, &elements);
	return true;
}
