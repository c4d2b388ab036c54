/* What keeps the shared table right by the server's messages; rust/src/near/mod.rs says how. */
#ifndef BATON_CACHE_NEAR_H
#define BATON_CACHE_NEAR_H

#include "client.h"
#include "memory.h"

/* What a process has of it: a thread that sees connections end, and others that hear of changes. NULL where the system has no thread
 * left. Stopped before the process ends in order, after all connections; a child of a fork forgets its parent's. */
typedef struct bc_near bc_near;
/* Which changes the server is asked to report: of keys that were read, or all with these prefixes (without any: all) however they were read. */
typedef struct {
	const bc_bytes *prefixes;
	size_t prefix_count;
	bool broadcasts;
} bc_tracking;
bc_near *bc_near_start(const bc_memory *memory, const bc_tracking *tracking);
void bc_near_stop(bc_near *near);
void bc_near_forget(bc_near *near);

/* Has a connection's replies kept, from now to its end; nothing changes if they are already. False where it has been renounced. A connection that
 * is not attached finds and keeps nothing. */
bool bc_near_attach(const bc_near *near, bc_connection *connection);
void bc_near_detach(bc_connection *connection);
/* The program is about to change by words of its own what the server knows of the connection: which database it is in, who speaks, or that it
 * is tracked. What came by it is forgotten where it was tracked, and it is not attached again before it is opened again. */
void bc_near_renounce(bc_connection *connection);

/* How the server is called, as the connection's user sees it: tcp://user@host:port or unix://user@/path. In a user and a path what is not
 * printable ASCII, '%', and '@' are a '%' and two digits, as in a URL, and in a user '/' is. Bytes that were written; 0 if there is no
 * room for it. */
size_t bc_near_name(const bc_connection *connection, char *to, size_t room);
/* Forgets what is kept of a server, or of all where no name is given; of one database, or of all if it is negative. False if there is no
 * such server. */
bool bc_near_forget_all(const bc_worker *worker, bc_bytes name, int32_t database);
/* When anything was forgotten as a whole the last time, in milliseconds since 1970; 0: never. */
uint64_t bc_near_last_forgotten(const bc_worker *worker);

/* Where the keys of a connection's database are, if it may find any: every connection begins with the address of one. Another thread closes it,
 * by another subscriber. rust/src/near/view.rs says the same. */
typedef struct {
	uint64_t base;
	const uint64_t *subscriber;
	const uint32_t *epoch; /* the lower half of a word */
	uint64_t seen; /* what the subscriber had said when the clock was looked at last */
	int32_t left; /* hits that need not look at it while that is the same; 0 or less: the next one has to */
} bc_view;

/* How far behind the subscriber's word is the one that says when it has heard all that had come. */
#define BC_ALIVE_AT 20

/* Whether the subscriber is connected and has heard a moment ago all that had come; where it has not, nothing may be believed until it has. It looks at
 * the clock, for the next hit and as many as need not. */
bool bc_near_is_fresh(const bc_connection *connection);

/* The same where that need not be looked at; false: it has to be, or as below. Nothing is called. */
static inline __attribute__((always_inline)) bool bc_near_space_at_once(const bc_connection *connection, uint64_t *space)
{
	/* Of the subscriber's word one bit says that it is connected, and one that it has died. */
	const uint64_t died = 1, ready = 4;
	bc_view *view = *(bc_view *const *) connection;
	const uint64_t *subscriber = __atomic_load_n(&view->subscriber, __ATOMIC_ACQUIRE);
	if ((__atomic_load_n(subscriber, __ATOMIC_ACQUIRE) >> 30 & (ready | died)) != ready ||
			__atomic_load_n(&subscriber[BC_ALIVE_AT], __ATOMIC_RELAXED) != view->seen || --view->left < 0) {
		return false;
	}
	*space = view->base | __atomic_load_n(view->epoch, __ATOMIC_ACQUIRE);
	return true;
}

/* The same behind a look at the clock: seldom, so it is out of the way of the hits. */
static __attribute__((noinline, cold, unused)) bool bc_near_space_asked(const bc_connection *connection, uint64_t *space)
{
	return bc_near_is_fresh(connection) && bc_near_space_at_once(connection, space);
}

/* The space of the keys of the connection's database, as of now; false: nothing may be believed, or the connection may find nothing. It may once
 * the server has let it in and has been seen to be the process that is tracked (bc_near_agree), until it ends. */
static inline __attribute__((always_inline)) bool bc_near_space(const bc_connection *connection, uint64_t *space)
{
	return bc_near_space_at_once(connection, space) || bc_near_space_asked(connection, space);
}
/* What is kept of a key and may be believed. */
static inline __attribute__((always_inline)) bool bc_near_find(const bc_connection *connection, const bc_worker *worker, bc_bytes key, uint8_t sort, bc_found *found)
{
	uint64_t space;
	return bc_near_space(connection, &space) && bc_find_key(worker, space, key, sort, found);
}

/* Before commands are queued that read: whether their replies may be kept, for which the server is asked to report changes of what is read where it
 * `tracks`. BC_ASKED: something is asked before the command, and bc_near_agree is to read the replies to that first. A connection that a parent
 * of this process has attached is attached again. */
typedef enum { BC_OFF, BC_ON, BC_ASKED } bc_prepared;
bc_prepared bc_near_prepare(const bc_near *near, bc_connection *connection, bool tracks);
/* `elsewhere`: the server is another process than the one that is tracked, or does not say which it is; nothing is found and kept then. False
 * with the failure. */
bool bc_near_agree(bc_connection *connection, bool *elsewhere, bc_failure *failure);

/* A value that is on its way. It is taken before the command is queued; after the reply, if bc_near_holds, the value may be
 * published with this space, hash and lease, on condition (BC_VERSION) of this version. */
typedef struct {
	uint64_t hash;
	uint64_t space;
	uint64_t lease;
	uint64_t generation;
	uint64_t begun;   /* in milliseconds since 1970 */
	uint64_t expires; /* for the meta of what is published; 0 unless bc_near_lives has said more */
	uint32_t version;
	uint16_t lease_index;
} bc_fill;
bool bc_near_begin(const bc_connection *connection, const bc_worker *worker, bc_bytes key, bc_fill *fill);
/* What PTTL has said of a key that it depends on, where it is to be forgotten by itself. */
void bc_near_lives(bc_fill *fill, int64_t milliseconds);
bool bc_near_holds(const bc_connection *connection, const bc_fill *fill);

/* This connection changes a key: before the command is queued, and again after its reply. */
void bc_near_wrote(bc_connection *connection, const bc_worker *worker, bc_bytes key);
/* It has run what may have changed any key, such as a script: after the reply. It finds nothing until the server's messages of that have been heard. */
void bc_near_wrote_any(bc_connection *connection);
/* This connection has emptied its database, or all of them. */
void bc_near_flushed(bc_connection *connection, bool all);

#endif
