/* Derived answers: those about a part of a key, where all of the key is cached. A cached HGETALL answers
 * HGET, SMEMBERS answers SISMEMBER, LRANGE 0 -1 LINDEX, ZRANGE 0 -1 ZSCORE, and GET answers STRLEN.
 *
 * What is not certain is not derived, and the server is asked: words that are no numbers where the server
 * wants some, members of values that are stored serialized (two ways to write a value may be one value to
 * PHP), searches that cost more than asking. */
#ifndef BATON_CACHE_DERIVED_H
#define BATON_CACHE_DERIVED_H

#include "cached.h"
#include "entry_value.h"

#include "../rust/include/decide.h"

typedef enum {
	BATON_DERIVED_STRING, /* GET: the value, or null if nothing is stored */
	BATON_DERIVED_HASH, /* HGETALL: field => value */
	BATON_DERIVED_SET, /* SMEMBERS: list */
	BATON_DERIVED_LIST, /* LRANGE 0 -1: list */
	BATON_DERIVED_SCORES, /* ZRANGE 0 -1 WITHSCORES: member => score, in order */
	BATON_DERIVED_MEMBERS, /* ZRANGE 0 -1: list, in order */
	BATON_DERIVED_KINDS,
} baton_derived_kind;

/* What is known while a command is answered. */
typedef struct {
	const baton_call *call;
	baton_derived_kind kind;
	/* Of each key of the command, in order; lent for this moment. Arrays, but for a string. */
	const zval *of;
	uint32_t count;
	/* Whether parts of it are lent, once that was asked: their memory stays as it is to the end of the request. */
	enum { BATON_DERIVED_UNASKED, BATON_DERIVED_LENT, BATON_DERIVED_COPIED } lends;
} baton_derived;

/* Whether parts are lent where they lie, for as long as the request lasts. */
bool baton_derived_lends(baton_derived *derived);

/* Answers the command; false, with nothing in `to`, where that cannot be done. */
typedef bool (*baton_derive)(baton_derived *derived, zval *to);

bool baton_derive_exists(baton_derived *derived, zval *to);
bool baton_derive_type(baton_derived *derived, zval *to);
bool baton_derive_count(baton_derived *derived, zval *to); /* HLEN, LLEN, SCARD, ZCARD */

/* derived_string.c */
bool baton_derive_strlen(baton_derived *derived, zval *to);
bool baton_derive_getrange(baton_derived *derived, zval *to);
bool baton_derive_getbit(baton_derived *derived, zval *to);

/* derived_hash.c */
bool baton_derive_hget(baton_derived *derived, zval *to);
bool baton_derive_hexists(baton_derived *derived, zval *to);
bool baton_derive_hkeys(baton_derived *derived, zval *to);
bool baton_derive_hvals(baton_derived *derived, zval *to);
bool baton_derive_hmget(baton_derived *derived, zval *to);
bool baton_derive_hstrlen(baton_derived *derived, zval *to);

/* derived_list.c */
bool baton_derive_lindex(baton_derived *derived, zval *to);
bool baton_derive_lrange(baton_derived *derived, zval *to);

/* derived_set.c */
bool baton_derive_sismember(baton_derived *derived, zval *to);
bool baton_derive_smismember(baton_derived *derived, zval *to);
bool baton_derive_sdiff(baton_derived *derived, zval *to);
bool baton_derive_sinter(baton_derived *derived, zval *to);
bool baton_derive_sunion(baton_derived *derived, zval *to);
bool baton_derive_sintercard(baton_derived *derived, zval *to);

/* derived_random.c */
bool baton_derive_hrandfield(baton_derived *derived, zval *to);
bool baton_derive_srandmember(baton_derived *derived, zval *to);

/* derived_ranks.c */
bool baton_derive_zscore(baton_derived *derived, zval *to);
bool baton_derive_zmscore(baton_derived *derived, zval *to);
bool baton_derive_zrank(baton_derived *derived, zval *to);
bool baton_derive_zrevrank(baton_derived *derived, zval *to);
bool baton_derive_zcount(baton_derived *derived, zval *to);
bool baton_derive_zrange(baton_derived *derived, zval *to);
bool baton_derive_zrevrange(baton_derived *derived, zval *to);
bool baton_derive_zrangebyscore(baton_derived *derived, zval *to);
bool baton_derive_zrevrangebyscore(baton_derived *derived, zval *to);

/* ---- What they share; cached_derived.c ---- */

/* How many elements are looked at one by one: that many take 10 us, as a question over a Unix socket does. */
#define BATON_DERIVED_SCAN 4096

/* Whether values are stored as they are, so that equal bytes are equal values and the other way round. */
static zend_always_inline bool baton_derived_is_raw(const baton_derived *derived)
{
	return baton_values_plain(&derived->call->redis->values);
}

static zend_always_inline bc_bytes baton_derived_word(const baton_derived *derived, uint32_t index)
{
	return derived->call->arguments.list[index];
}

/* A word that is a whole number, as the server reads it. */
bool baton_derived_number(const baton_derived *derived, uint32_t index, zend_long *number);

/* A part of the cached reply becomes the answer, or an element of one. */
void baton_derived_give(baton_derived *derived, const zval *part, zval *to);
void baton_derived_add(baton_derived *derived, const zval *part, zval *list);
/* The name of an element, a number too, as a string. */
void baton_derived_add_name(baton_derived *derived, zend_string *name, zend_ulong number, zval *list);

/* An element by its place: arrays of the shared memory have no holes. */
typedef struct {
	zend_string *name; /* NULL: it is the number */
	zend_ulong number;
	const zval *value;
} baton_element;
baton_element baton_derived_element(const zend_array *array, uint32_t place);

#endif
