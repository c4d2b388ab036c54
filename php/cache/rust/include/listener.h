/* Who wants to hear what changes; rust/src/near/listener.rs. */
#ifndef BATON_CACHE_LISTENER_H
#define BATON_CACHE_LISTENER_H

#include "client.h"
#include "memory.h"

/* Hears what changes in the database that a connection is in at the moment, from now on and for as long as it is not ended or the worker
 * lives. NULL where that database is not cached. It ends with the worker that it began with; or in a child of a fork with any or NULL. */
typedef struct bc_listener bc_listener;
bc_listener *bc_listen(bc_connection *connection, const bc_worker *worker);
void bc_unlisten(bc_listener *listener, const bc_worker *worker);
/* Whether this process made it. A child of a fork cannot hear by its parent's. */
bool bc_listens_here(const bc_listener *listener);

/* What has happened by bc_hear_begin is returned one by one, until bc_hear is false. A key that has changed, or a flush: of the database, or
 * because so much has happened that it is not known what. `own`: this host did it, and says so before the server does. The key is there
 * until the next call. */
typedef struct {
	bc_bytes key;
	bool is_flush;
	bool own;
} bc_event;
void bc_hear_begin(bc_listener *listener);
bool bc_hear(bc_listener *listener, bc_event *event);

/* Whether anybody listens; and to notify them that this connection has changed a key, after its reply. */
bool bc_is_heard(const bc_worker *worker);
void bc_tell(bc_connection *connection, const bc_worker *worker, bc_bytes key);

#endif
