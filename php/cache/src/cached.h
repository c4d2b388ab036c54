/* Replies that are cached in the shared memory, and how they are found again.
 *
 * The value of a string key is an entry of its own. Any other reply depends on its command, its arguments and
 * the keys among them: it is cached under all of the command's words, and beside it the stamps of its keys'
 * marks. A mark is an entry without a value, which is there from before the command was sent until its key is
 * invalidated; so a reply holds for as long as all of its marks are the same. */
#ifndef BATON_CACHE_CACHED_H
#define BATON_CACHE_CACHED_H

#include "redis.h"
#include "worker.h"

#include "../rust/include/near.h"

/* Which of the entries of a key is what: its mark, and its value for each way to pack values. */
#define BATON_SORT_MARK 0
#define BATON_SORT_NO_STRING 1 /* MGET said that there is no string: nothing, or something else */
#define BATON_SORT_VALUE 64

/* Has the connection's replies kept, if the options want that and there is memory. */
void baton_cached_attach(baton_redis *redis);
/* Ends that before a raw command that changes what the server knows of the connection. */
void baton_cached_renounce(baton_redis *redis);

/* cached_raw.c: makes of a raw command that only reads what the table has of it, and notes its keys; false, and nothing is done, for others. */
bool baton_cached_raw(baton_call *call);
/* Whether a raw command empties a database, or changes it for another one. */
bool baton_cached_raw_empties(const baton_arguments *arguments);
void baton_cached_register_raw(void);
void baton_cached_unregister_raw(void);

/* Whether get() may take its short way, by the patterns and listeners that there are now. */
void baton_cached_choose_way(baton_redis *redis);

_Static_assert(offsetof(baton_redis, watching) == offsetof(baton_redis, mode) + 1 &&
	offsetof(baton_redis, has_patterns) == offsetof(baton_redis, mode) + 2 &&
	offsetof(baton_redis, cached) == offsetof(baton_redis, mode) + 3, "a hit reads the four as one");

/* Whether what is kept may answer for the server without more ado: not within a
 * transaction, nor while keys are watched, nor where patterns say which keys are kept or somebody listens. */
static zend_always_inline bool baton_cached_answers(const baton_redis *redis)
{
	const uint8_t wanted[] = {BATON_ATOMIC, false, false, true};
	return memcmp((const char *) redis + offsetof(baton_redis, mode), wanted, sizeof(wanted)) == 0;
}

/* cached_get.c: get(), where nothing has to be asked; false: nothing is done yet. */
bool baton_cached_get(const baton_redis *redis, zend_execute_data *execute_data, zval *to);

/* A command of an attached connection, outside of transactions: answered from memory, or asked and kept, or asked alone. */
void baton_cached_execute(baton_call *call, zval *to);

/* A command that waits for exec(), and what is to be done once that has its reply: the keys that were changed, or read beside the cache, are
 * forgotten. */
void baton_cached_queue(baton_call *call);
void baton_cached_settle(baton_redis *redis);

/* An MGET among commands that are sent together: what is not kept is queued. NULL: it is to be sent as any other command, unless the
 * connection has failed, with an exception. The bytes of its keys outlive it. */
typedef struct baton_mget baton_mget;
baton_mget *baton_cached_mget_send(baton_redis *redis, const baton_arguments *arguments);
/* In the order of what was sent: reads the replies, and gives the answer. False if there is none: an error, or an exception. */
bool baton_cached_mget_hear(baton_mget *mget, zval *to);
void baton_cached_mget_free(baton_mget *mget);

/* ---- For the files of this kind ---- */

/* An entry's place: the key's space and its hash there. */
typedef struct {
	bc_bytes key;
	uint64_t space;
	uint64_t hash;
} baton_place;

/* cached_value.c: a command GET. */
void baton_cached_value(baton_call *call, bc_worker *worker, zval *to);
/* The value, if it is cached; and the bytes of a reply as a value, which is cached. False: it is not, whatever became of it. */
bool baton_cached_recall(const baton_redis *redis, bc_bytes key, zval *to);
bool baton_cached_take(baton_redis *redis, bc_worker *worker, bc_bytes key, const bc_fill *fill, const bc_node *node, zval *to);
/* What is kept of it: `string` is set where it is one, and undefined where it is anything else. Under a pin, and lent for as long. */
typedef enum { BATON_STORED_UNKNOWN, BATON_NOTHING_STORED, BATON_STORED } baton_stored;
baton_stored baton_cached_stored(const baton_redis *redis, bc_worker *worker, bc_bytes key, zval *string);
/* cached_mget.c: a command MGET. */
void baton_cached_mget(baton_call *call, bc_worker *worker, zval *to);
/* cached_reply.c: any other that is kept. */
void baton_cached_reply(baton_call *call, bc_worker *worker, zval *to);
/* cached_derived.c: the answer to a command, derived from the cached replies of others; false where there is none. */
bool baton_cached_derived(const baton_call *call, bc_worker *worker, zval *to);

/* A reply came and was not kept. It may be newer than what is kept, whose message is still on its way: that is forgotten, so that this
 * program does not read something older next. */
void baton_cached_pass_by(baton_call *call, bc_worker *worker);

/* Sees to it that this connection may find what is kept, and that the server reports changes of what it reads from now on, unless
 * the object is not tracked. */
bc_prepared baton_cached_track(baton_redis *redis);

/* The same before a command is queued. False: nothing can be kept at the moment, and the command has been done without.
 * `asked` is set if replies come before the command's, which baton_cached_agree reads; that is false with an exception. */
bool baton_cached_prepare(baton_call *call, bc_worker *worker, zval *to, bool *asked);
bool baton_cached_agree(baton_redis *redis);
/* The same at once, without a command. */
void baton_cached_settle_in(baton_redis *redis);

#endif
