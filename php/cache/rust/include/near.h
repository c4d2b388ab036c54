/* What keeps the shared table right by the server's messages; rust/src/near.rs says how. */
#ifndef BATON_CACHE_NEAR_H
#define BATON_CACHE_NEAR_H

#include "client.h"
#include "memory.h"

/* What a process has of it: a thread that sees connections end, and others that hear of changes. NULL where the system has no thread
 * left. Stopped before the process ends in order; a child of a fork forgets its parent's. */
typedef struct bc_near bc_near;
bc_near *bc_near_start(const bc_memory *memory);
void bc_near_stop(bc_near *near);
void bc_near_forget(bc_near *near);

/* A connection as the cache sees it; NULL where there are more servers than can be cached. It belongs to that connection alone, and is freed
 * before it is; a child of a fork disowns its parent's. */
typedef struct bc_tracked bc_tracked;
bc_tracked *bc_tracked_new(const bc_near *near, const bc_connection *connection);
void bc_tracked_free(bc_tracked *tracked);
void bc_tracked_disown(bc_tracked *tracked);
/* The connection is about to be closed, or given to others: what came by it is not believed any more. */
void bc_tracked_closing(bc_tracked *tracked);
/* The connection is in another database. */
void bc_tracked_select(bc_tracked *tracked, uint32_t database);

/* What is kept of a key and may be believed. */
bool bc_tracked_find(const bc_tracked *tracked, const bc_worker *worker, bc_bytes key, uint8_t sort, bc_found *found);

/* Before commands are queued whose replies are to be kept: whether they may be. BC_ASKED: a command was queued, and its reply comes first;
 * whether it was no error is told by bc_tracked_agreed. */
typedef enum { BC_OFF, BC_ON, BC_ASKED } bc_prepared;
bc_prepared bc_tracked_prepare(bc_tracked *tracked, bc_connection *connection);
void bc_tracked_agreed(bc_tracked *tracked, const bc_connection *connection, bool agreed);

/* A value that is on its way. It is taken before the command is queued; after the reply, if bc_tracked_holds, the value may be
 * published with this space, hash and lease, on condition (BC_VERSION) of this version. */
typedef struct {
	uint64_t hash;
	uint64_t space;
	uint64_t lease;
	uint64_t generation;
	uint32_t version;
	uint16_t lease_index;
} bc_fill;
bool bc_tracked_begin(const bc_tracked *tracked, const bc_worker *worker, bc_bytes key, bc_fill *fill);
bool bc_tracked_holds(const bc_tracked *tracked, const bc_connection *connection, const bc_fill *fill);

/* This connection changes a key: before the command is queued, and again after its reply. */
void bc_tracked_wrote(const bc_tracked *tracked, const bc_worker *worker, bc_bytes key);
/* This connection has emptied its database, or all of them. */
void bc_tracked_flushed(const bc_tracked *tracked, bool all);

#endif
