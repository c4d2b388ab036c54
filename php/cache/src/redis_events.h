/* Callbacks of programs that want to hear what changes; redis_events.c. */
#ifndef BATON_CACHE_REDIS_EVENTS_H
#define BATON_CACHE_REDIS_EVENTS_H

#include "redis.h"
#include "worker.h"

void baton_cache_register_events(void);

/* Of which events a callback hears. */
enum { BATON_ON_ALL, BATON_ON_FLUSHED, BATON_ON_INVALIDATED };

/* Each is asked about each event. */
#define BATON_MOST_CALLBACKS 64

/* Adds a callback, connecting the object if it is not; false where nothing is heard, or with an exception. */
bool baton_events_add(baton_redis *redis, zval *callback, zend_string *pattern, int on);
/* Takes away those of one kind. */
void baton_events_forget(baton_redis *redis, int on);
/* Calls them, and says for how many events; -1 without any. */
zend_long baton_events_dispatch(baton_redis *redis);

/* Before a command of an object that has listeners; false with an exception of one of them. */
bool baton_events_before_command(baton_redis *redis);

/* A command of this object has changed a key, and its reply has come. */
void baton_events_changed(const baton_redis *redis, bc_worker *worker, bc_bytes key);

/* Listeners are of one connection and database, and end with it. */
void baton_events_detach(baton_redis *redis);
/* The object ends. Where callbacks of it were being called, a fatal error has ended them, and nobody comes back to their list. */
void baton_events_end(baton_redis *redis);
void baton_events_collect(const baton_redis *redis, zend_get_gc_buffer *buffer);

#endif
