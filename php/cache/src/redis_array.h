/* What the files of Baton\RedisArray share.
 *
 * An array is a ring: servers, each with an object like those of Baton\Redis, and how a key's server is found (ring.c). A second ring has
 * the servers from before they were last changed: reads that find nothing in the first one ask it, and its keys move to the first
 * (ring_rehash.c). */
#ifndef BATON_CACHE_REDIS_ARRAY_H
#define BATON_CACHE_REDIS_ARRAY_H

#include "redis.h"

extern zend_class_entry *baton_array_ce;

/* Where keys of which a set is kept at each server are listed. */
#define BATON_RING_INDEX "__phpredis_array_index__"

/* Of the ketama ring: its place, and whose it is. */
typedef struct {
	uint32_t value;
	uint32_t server;
} baton_ring_point;

typedef struct baton_ring baton_ring;
struct baton_ring {
	uint32_t count;
	zend_string **hosts; /* as the program wrote them */
	zval *servers; /* objects of Redis */
	zval function, distributor; /* null for none */
	zend_string *algorithm; /* NULL for CRC-32 */
	baton_ring_point *points; /* NULL without the ketama ring */
	uint32_t point_count;
	bool has_index; /* each server keeps a set of its keys */
	bool moves_keys; /* what is found in the previous ring is moved here */
	baton_ring *previous; /* NULL for none */
};

/* What a program says of a ring. */
typedef struct {
	zend_array *previous; /* NULL for none */
	zval function, distributor;
	zend_string *algorithm, *user, *password; /* NULL for none */
	bool has_index, moves_keys, persistent, lazy, consistent;
	zend_long retry_interval;
	double connect_timeout, read_timeout;
} baton_ring_options;

typedef struct {
	baton_ring *ring; /* NULL until the constructor was given a server */
	/* The server of multi(), until exec(); NULL for none. */
	zval *collecting;
	const baton_names *names;
	zend_object std;
} baton_array;

static zend_always_inline baton_array *baton_array_of(zend_object *object)
{
	return (baton_array *) ((char *) object - XtOffsetOf(baton_array, std));
}

void baton_cache_register_array(void);

/* ring.c */

/* NULL where there is no server, or one of them is none or cannot be reached; maybe with an exception. */
baton_ring *baton_ring_make(const baton_names *names, zend_array *hosts, const baton_ring_options *options);
void baton_ring_free(baton_ring *ring);
/* The number of a key's server; -1 where the functions name none, maybe with an exception. */
int64_t baton_ring_find(const baton_ring *ring, const zend_string *key);
/* The server of a name, NULL for none. */
zval *baton_ring_server(const baton_ring *ring, const zend_string *host);

/* redis_array_options.c: settings from the constructor's array, or of an array that php.ini names. */
void baton_ring_read_options(zend_array *from, baton_ring_options *options);
bool baton_ring_read_named(const zend_string *name, zval *hosts, zval *previous, baton_ring_options *options);
void baton_ring_options_free(baton_ring_options *options);

/* redis_array.c: a method of a server's object, whose name is in lower case; false with an exception. */
bool baton_ring_call(zval *server, const char *method, uint32_t count, zval *arguments, zval *to);

/* ring_rehash.c */

/* Moves a key to another server, with its time to live: it is stored there before it is deleted here. False with an exception. */
bool baton_ring_move(const baton_ring *ring, zval *from, zval *to, const zend_string *key);
void baton_ring_rehash(const baton_ring *ring, zend_fcall_info *callback, zend_fcall_info_cache *callback_cache);

#endif
