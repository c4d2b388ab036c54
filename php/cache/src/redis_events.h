/* Callbacks of programs that want to hear what changes; redis_events.c. */
#ifndef BATON_CACHE_REDIS_EVENTS_H
#define BATON_CACHE_REDIS_EVENTS_H

#include "redis.h"
#include "worker.h"

extern zend_class_entry *baton_event_ce, *baton_event_invalidated_ce, *baton_event_flushed_ce;
void baton_cache_register_events(void);

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
