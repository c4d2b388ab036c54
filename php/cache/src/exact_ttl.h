/* What is kept expires by itself, and not by the server's message; exact_ttl.c. */
#ifndef BATON_CACHE_EXACT_TTL_H
#define BATON_CACHE_EXACT_TTL_H

#include "redis.h"

#include "../rust/include/near.h"

/* Around a command whose reply is kept: queues a PTTL for each of its keys before it, and reads their replies, which come before its own, into
 * the fill. Both do nothing where the object does not ask for that, or nothing `is_kept`. False with an exception. */
bool baton_exact_ask(const baton_call *call, bool is_kept);
bool baton_exact_hear(const baton_call *call, bool is_kept, bc_fill *fill);

/* The same for one key. */
bool baton_exact_ask_key(baton_redis *redis, bc_bytes key);
bool baton_exact_hear_key(baton_redis *redis, bc_fill *fill);

#endif
