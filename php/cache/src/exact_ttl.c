/* What is kept expires by itself: baton_cache.exact_ttl and OPT_EXACT_TTL.
 *
 * A server reports that a key has expired when it notices, which may be a while later. So it is asked, in the same write as for the value, how
 * long the key has to live. It is asked first: whatever changes that before the value is read is a change of the key, of which the
 * subscriber hears, and then the value is not kept. */
#include "exact_ttl.h"

/* No answer to go by: what is kept with it is forgotten at once. */
#define UNKNOWN (-3)

bool baton_exact_ask_key(baton_redis *redis, bc_bytes key)
{
	baton_arguments arguments;
	if (!redis->is_exact) {
		return true;
	}
	baton_arguments_init(&arguments);
	BATON_ADD_LITERAL(&arguments, "PTTL");
	baton_add(&arguments, key.bytes, key.len);
	bool sent = baton_redis_send(redis, &arguments, true);
	baton_arguments_free(&arguments);
	return sent;
}

bool baton_exact_hear_key(baton_redis *redis, bc_fill *fill)
{
	bc_node node;
	if (!redis->is_exact) {
		return true;
	}
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	bc_near_lives(fill, node.kind == BC_INTEGER ? node.integer : UNKNOWN);
	return true;
}

bool baton_exact_ask(const baton_call *call, bool is_kept)
{
	const baton_arguments *arguments = &call->arguments;
	for (uint32_t i = 0; is_kept && i < arguments->key_count; i++) {
		if (!baton_exact_ask_key(call->redis, arguments->list[arguments->keys[i]])) {
			return false;
		}
	}
	return true;
}

bool baton_exact_hear(const baton_call *call, bool is_kept, bc_fill *fill)
{
	for (uint32_t i = 0; is_kept && i < call->arguments.key_count; i++) {
		if (!baton_exact_hear_key(call->redis, fill)) {
			return false;
		}
	}
	return true;
}
