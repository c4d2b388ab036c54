/* Reads other than GET: answered from their cached reply, derived from another one, or asked and cached. */
#include "cached.h"

#include "copies.h"
#include "entry_value.h"
#include "exact_ttl.h"
#include "reply_entry.h"

/* How long somebody else is given to bring the reply that this one needs as well. */
#define WAIT_MS 20

static bool recall(bc_worker *worker, const baton_reply_entry *entry, zval *to)
{
	bc_found found;
	bool held = baton_cache_hold(worker);
	bool there = baton_reply_entry_find(entry, worker, &found);
	if (there && baton_is_lent(found.tag) && baton_encoding_is_known(&found, found.tag) && baton_cache_lend(worker, &found)) {
		baton_encoding_lend(to, found.tag, found.value);
	} else if (there) {
		there = baton_copies_take(to, found.tag, &found);
	}
	baton_cache_let_go(worker, held);
	return there;
}

/* Of several who miss a reply at once one asks, and the others wait for a moment. True: it has come, and nothing is to be asked. */
static bool wait_for_another(bc_worker *worker, const baton_reply_entry *entry, baton_flight *flight, zval *to)
{
	uint32_t version;
	*flight = baton_cache_lead(worker, entry->reply.hash, &version);
	return *flight == BATON_WAITS && bc_flight_wait(worker, entry->reply.hash, version, WAIT_MS) && recall(worker, entry, to);
}

/* Whether the reply came, and is none of an error; what is `asked` of tracking is heard first, and then how long a kept one holds. */
static bool ask(baton_call *call, bool asked, bool keeps, bc_fill *fill, zval *to)
{
	baton_redis *redis = call->redis;
	uint64_t errors = redis->errors;
	if (!baton_exact_ask(call, keeps) || !baton_redis_send(redis, &call->arguments, true) || (asked && !baton_cached_agree(redis)) ||
			!baton_exact_hear(call, keeps, fill) || !call->reply(redis, to, &call->context)) {
		ZVAL_FALSE(to);
		return false;
	}
	return !EG(exception) && errors == redis->errors;
}

void baton_cached_reply(baton_call *call, bc_worker *worker, zval *to)
{
	baton_redis *redis = call->redis;
	baton_question question = baton_question_of(call);
	baton_reply_entry entry;
	bc_fill fill;
	baton_flight flight = BATON_ALONE;
	bool asked, keeps;

	if (baton_reply_entry_place(&entry, redis, worker, &question) && (recall(worker, &entry, to) || baton_cached_derived(call, worker, to))) {
		bc_count(worker, BATON_COUNT_HITS, 1);
		return;
	}
	bc_count(worker, BATON_COUNT_MISSES, 1);
	if (!baton_cached_prepare(call, worker, to, &asked)) {
		return;
	}
	/* There may be another space than before: the one of now counts. */
	keeps = baton_reply_entry_place(&entry, redis, worker, &question);
	/* A client that has asked to be tracked has a reply to read, and waits for nobody. */
	if (keeps && !asked && wait_for_another(worker, &entry, &flight, to)) {
		return;
	}
	keeps = keeps && baton_reply_entry_begin(&entry, redis, worker, &fill);
	if (ask(call, asked, keeps, &fill, to) &&
			!(keeps && redis->connection && bc_near_holds(redis->connection, &fill) && baton_reply_entry_store(&entry, worker, &fill, to))) {
		baton_cached_pass_by(call, worker);
	}
	if (flight == BATON_LEADS) {
		baton_cache_land(worker);
	}
}
