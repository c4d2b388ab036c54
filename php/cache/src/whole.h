/* Answers that are told from the whole of a key, where that is kept: a hash of HGETALL answers HGET, a set of SMEMBERS answers SISMEMBER,
 * a list of LRANGE 0 -1 answers LINDEX, a sorted set of ZRANGE 0 -1 answers ZSCORE, a string of GET answers STRLEN.
 *
 * Whatever cannot be told for certain is not told, and the server is asked: words that are no numbers where the server wants some, members
 * of values that are stored serialised (two ways to write a value may be one value to PHP), searches that cost more than asking. */
#ifndef BATON_CACHE_WHOLE_H
#define BATON_CACHE_WHOLE_H

#include "cached.h"
#include "entry_value.h"

typedef enum {
	BATON_WHOLE_STRING, /* GET: the value, or null if nothing is stored */
	BATON_WHOLE_HASH, /* HGETALL: field => value */
	BATON_WHOLE_SET, /* SMEMBERS: list */
	BATON_WHOLE_LIST, /* LRANGE 0 -1: list */
	BATON_WHOLE_SCORES, /* ZRANGE 0 -1 WITHSCORES: member => score, in order */
	BATON_WHOLE_MEMBERS, /* ZRANGE 0 -1: list, in order */
	BATON_WHOLES,
} baton_whole_kind;

/* What is known while a command is answered. */
typedef struct {
	const baton_call *call;
	baton_whole_kind kind;
	/* Of each key of the command, in order; lent for this moment. Arrays, but for a string. */
	const zval *of;
	uint32_t count;
	/* Whether parts of it are lent, once that was asked: their memory stays as it is to the end of the request. */
	enum { BATON_WHOLE_UNASKED, BATON_WHOLE_LENT, BATON_WHOLE_COPIED } lends;
} baton_whole;

/* Whether parts are lent where they lie, for as long as the request lasts. */
bool baton_whole_lends(baton_whole *whole);

/* Answers the command; false, with nothing in `to`, where that cannot be done. */
typedef bool (*baton_tell)(baton_whole *whole, zval *to);

bool baton_tell_exists(baton_whole *whole, zval *to);
bool baton_tell_type(baton_whole *whole, zval *to);
bool baton_tell_count(baton_whole *whole, zval *to); /* HLEN, LLEN, SCARD, ZCARD */

/* whole_string.c */
bool baton_tell_strlen(baton_whole *whole, zval *to);
bool baton_tell_getrange(baton_whole *whole, zval *to);
bool baton_tell_getbit(baton_whole *whole, zval *to);

/* whole_hash.c */
bool baton_tell_hget(baton_whole *whole, zval *to);
bool baton_tell_hexists(baton_whole *whole, zval *to);
bool baton_tell_hkeys(baton_whole *whole, zval *to);
bool baton_tell_hvals(baton_whole *whole, zval *to);
bool baton_tell_hmget(baton_whole *whole, zval *to);
bool baton_tell_hstrlen(baton_whole *whole, zval *to);

/* whole_list.c */
bool baton_tell_lindex(baton_whole *whole, zval *to);
bool baton_tell_lrange(baton_whole *whole, zval *to);

/* whole_set.c */
bool baton_tell_sismember(baton_whole *whole, zval *to);
bool baton_tell_smismember(baton_whole *whole, zval *to);
bool baton_tell_sdiff(baton_whole *whole, zval *to);
bool baton_tell_sinter(baton_whole *whole, zval *to);
bool baton_tell_sunion(baton_whole *whole, zval *to);
bool baton_tell_sintercard(baton_whole *whole, zval *to);

/* whole_random.c */
bool baton_tell_hrandfield(baton_whole *whole, zval *to);
bool baton_tell_srandmember(baton_whole *whole, zval *to);

/* whole_ranks.c */
bool baton_tell_zscore(baton_whole *whole, zval *to);
bool baton_tell_zmscore(baton_whole *whole, zval *to);
bool baton_tell_zrank(baton_whole *whole, zval *to);
bool baton_tell_zrevrank(baton_whole *whole, zval *to);
bool baton_tell_zcount(baton_whole *whole, zval *to);
bool baton_tell_zrange(baton_whole *whole, zval *to);
bool baton_tell_zrevrange(baton_whole *whole, zval *to);
bool baton_tell_zrangebyscore(baton_whole *whole, zval *to);
bool baton_tell_zrevrangebyscore(baton_whole *whole, zval *to);

/* ---- What they share; cached_whole.c ---- */

/* How many elements are looked at one by one: that many take 10 us, as a question over a Unix socket does. */
#define BATON_WHOLE_SCAN 4096

/* Whether values are stored as they are, so that equal bytes are equal values and the other way round. */
static zend_always_inline bool baton_whole_is_raw(const baton_whole *whole)
{
	return baton_values_plain(&whole->call->redis->values);
}

static zend_always_inline bc_bytes baton_whole_word(const baton_whole *whole, uint32_t index)
{
	return whole->call->arguments.list[index];
}

/* A word that is a whole number, as the server reads it. */
bool baton_whole_number(const baton_whole *whole, uint32_t index, zend_long *number);

/* A part of the whole becomes the answer, or an element of one. */
void baton_whole_give(baton_whole *whole, const zval *part, zval *to);
void baton_whole_add(baton_whole *whole, const zval *part, zval *list);
/* The name of an element, a number too, as a string. */
void baton_whole_add_name(baton_whole *whole, zend_string *name, zend_ulong number, zval *list);

/* A range of the server's, both ends counted from the end where they are negative: the first one and how many. */
typedef struct {
	uint32_t first, count;
} baton_slice;
baton_slice baton_whole_slice(uint32_t length, zend_long first, zend_long last);

/* An element by its place: arrays of the shared memory have no holes. */
typedef struct {
	zend_string *name; /* NULL: it is the number */
	zend_ulong number;
	const zval *value;
} baton_element;
baton_element baton_whole_element(const zend_array *array, uint32_t place);

#endif
