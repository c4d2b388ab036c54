/* What becomes of replies: each of these turns one into a value of PHP, as baton_reply says. */
#ifndef BATON_CACHE_REPLIES_H
#define BATON_CACHE_REPLIES_H

#include "redis.h"

/* The connection has failed in the midst of a reply: what was read of it goes, and `to` holds nothing. */
static zend_always_inline bool baton_reply_fails(zval *to)
{
	zval_ptr_dtor(to);
	ZVAL_FALSE(to);
	return false;
}

/* Room for what a small message can announce; a larger list grows as its elements come. */
static zend_always_inline uint32_t baton_list_room(int64_t count)
{
	return count < 0 ? 0 : count < 1024 ? (uint32_t) count : 1024;
}

/* replies.c: one value. */
bool baton_reply_ok(baton_redis *redis, zval *to, const baton_context *context); /* true for a status, false else */
bool baton_reply_one(baton_redis *redis, zval *to, const baton_context *context); /* true for 1, false else */
bool baton_reply_integer(baton_redis *redis, zval *to, const baton_context *context); /* int, false for anything else */
bool baton_reply_float(baton_redis *redis, zval *to, const baton_context *context); /* float, baton_nil for nil */
bool baton_reply_value(baton_redis *redis, zval *to, const baton_context *context); /* a stored value, baton_nil for nil */
bool baton_reply_text(baton_redis *redis, zval *to, const baton_context *context); /* a string as it is, baton_nil for nil */
/* TYPE's word as its number, or the word itself without OPT_PHPREDIS_COMPATIBILITY, as Relay returns it. */
bool baton_reply_type(baton_redis *redis, zval *to, const baton_context *context);
void baton_tell_type_number(const baton_redis *redis, zend_long number, zval *to); /* the same, of a cached value */
bool baton_reply_watch(baton_redis *redis, zval *to, const baton_context *context);
bool baton_reply_auth(baton_redis *redis, zval *to, const baton_context *context);
bool baton_reply_unwatch(baton_redis *redis, zval *to, const baton_context *context);
bool baton_reply_select(baton_redis *redis, zval *to, const baton_context *context); /* context: the database */

/* replies_any.c: whatever it is. */
bool baton_reply_any(baton_redis *redis, zval *to, const baton_context *context); /* statuses are true */
bool baton_reply_literal(baton_redis *redis, zval *to, const baton_context *context); /* as OPT_REPLY_LITERAL says */
bool baton_reply_strings(baton_redis *redis, zval *to, const baton_context *context); /* statuses are strings */
bool baton_reply_maps(baton_redis *redis, zval *to, const baton_context *context); /* lists of pairs become maps, at any depth */
bool baton_reply_map(baton_redis *redis, zval *to, const baton_context *context); /* the outermost list becomes a map */

/* replies_lists.c: lists of one kind. */
bool baton_reply_values(baton_redis *redis, zval *to, const baton_context *context); /* stored values */
bool baton_reply_texts(baton_redis *redis, zval *to, const baton_context *context); /* strings as they are */
bool baton_reply_floats(baton_redis *redis, zval *to, const baton_context *context); /* floats, baton_nil for nil */
bool baton_reply_integers(baton_redis *redis, zval *to, const baton_context *context); /* integers */
bool baton_reply_flags(baton_redis *redis, zval *to, const baton_context *context); /* 1 is true */
bool baton_reply_named(baton_redis *redis, zval *to, const baton_context *context); /* values, by the context's names */

/* replies_maps.c: key, value, key, value. */
bool baton_reply_map_texts(baton_redis *redis, zval *to, const baton_context *context); /* text => text */
bool baton_reply_map_values(baton_redis *redis, zval *to, const baton_context *context); /* text => stored value */
bool baton_reply_map_scores(baton_redis *redis, zval *to, const baton_context *context); /* stored value => float */
bool baton_reply_map_counts(baton_redis *redis, zval *to, const baton_context *context); /* text => int */
bool baton_reply_pops(baton_redis *redis, zval *to, const baton_context *context); /* [key, elements]; context: 1 for scores */

/* For handlers: the head of an aggregate. False if the connection failed. `count` is -1 for nil, -2 if it is an error or
 * something else, which is gone then. */
#define BATON_NO_LIST (-2)
#define BATON_NIL_LIST (-1)
bool baton_next_list(baton_redis *redis, int64_t *count, bool loud);

/* How a list that is nil is returned. */
static zend_always_inline void baton_nil_list(const baton_redis *redis, zval *to)
{
	if (redis->options.null_array_as_null) {
		ZVAL_NULL(to);
	} else {
		ZVAL_EMPTY_ARRAY(to);
	}
}

/* One string of a reply: stored values unpacked, or as they are; errors are false, nil is baton_nil. False if the connection failed. */
bool baton_take_value(baton_redis *redis, const bc_node *node, zval *to);
bool baton_take_text(baton_redis *redis, const bc_node *node, zval *to);
bool baton_next_value(baton_redis *redis, zval *to);
bool baton_next_text(baton_redis *redis, zval *to);

/* A float as the server writes and reads it, infinities too; `end` is set behind it, or to its beginning if it is none. */
double baton_score_of(const char *text, const char **end);

/* What the core says of BC_NIL, in `integer`, where it stands for a list. */
#define BATON_NIL_IS_LIST 1

/* One node with all that belongs to it. */
enum { BATON_STATUS_TRUE, BATON_STATUS_STRING };
bool baton_take_any(baton_redis *redis, const bc_node *node, int status, zval *to);
bool baton_next_any(baton_redis *redis, int status, zval *to);

/* Drops what belongs to a node. */
bool baton_skip(baton_redis *redis, const bc_node *node);

/* A list of strings becomes a map; elements without a partner are dropped. */
void baton_pair_up(zval *list);

#endif
