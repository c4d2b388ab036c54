/* The value of a string key, the most frequent read: found again, or asked for and cached. */
#include "cached_value.h"

#include "exact_ttl.h"
#include "replies.h"

baton_stored baton_cached_stored(const baton_redis *redis, bc_worker *worker, bc_bytes key, zval *string)
{
	bc_found found;
	ZVAL_UNDEF(string);
	if (!bc_near_find(redis->connection, worker, key, baton_cached_sort(redis), &found)) {
		return BATON_STORED_UNKNOWN;
	}
	if (found.tag == BATON_VALUE_MISSING) {
		return BATON_NOTHING_STORED;
	}
	if (found.tag == BATON_ENCODING_STRING && baton_encoding_is_known(&found, found.tag)) {
		baton_encoding_lend(string, found.tag, found.value);
	}
	return BATON_STORED;
}

/* ---- Reading ---- */

bool baton_cached_read_held(const baton_redis *redis, bc_worker *worker, bc_bytes key, zval *to)
{
	bc_found found;
	bool held = baton_cache_hold(worker), packed = false;
	bool there = bc_near_find(redis->connection, worker, key, baton_cached_sort(redis), &found);
	if (there && found.tag == BATON_VALUE_MISSING) {
		baton_nil(redis, to);
	} else if (there) {
		packed = found.tag == BATON_VALUE_PACKED;
		there = packed ? baton_encoding_take(to, BATON_ENCODING_STRING, &found) : baton_read_pinned(worker, &found, found.tag, to);
	}
	baton_cache_let_go(worker, held);
	if (there && packed) {
		baton_unpack_string(&redis->values, Z_STR_P(to), to);
	}
	return there;
}

bool baton_cached_recall(const baton_redis *redis, bc_bytes key, zval *to)
{
	return baton_cached_recall_inline(redis, BATON_CACHE_G(worker), key, to);
}

/* ---- Keeping ---- */

/* False: it was not published, for whatever reason. */
static bool publish(bc_worker *worker, uint8_t sort, const bc_fill *fill, bc_draft *draft, unsigned kind)
{
	bc_meta meta = {
		.lease = fill->lease,
		.lease_index = fill->lease_index,
		.expires = fill->expires,
		.tag = (uint16_t) kind,
		.sort = sort,
		.when = BC_VERSION,
		.condition = fill->version,
	};
	bool kept = bc_publish(worker, draft, &meta, NULL) == BC_DONE;
	bc_count(worker, kept ? BATON_COUNT_KEPT : BATON_COUNT_REFUSED, 1);
	return kept;
}

/* Keeps a value as PHP has it, or the bytes that it came as where it holds objects: those are made again for each reader. */
static bool keep(bc_worker *worker, uint8_t sort, bc_bytes key, const bc_fill *fill, zval *value, zend_string *packed)
{
	baton_encoding_plan plan;
	bc_draft draft;
	bool plain = baton_encoding_is_plain(value), kept = false;

	if (plain && baton_encoding_measure(&plan, value)) {
		if (bc_draft_new(worker, fill->hash, fill->space, key, plan.size, &draft) == BC_DONE) {
			baton_encoding_write(&plan, draft.value, draft.address);
			kept = publish(worker, sort, fill, &draft, plan.kind);
		}
		baton_encoding_plan_end(&plan);
	} else if (!plain) {
		size_t size = BATON_ENCODING_STRING_SIZE(ZSTR_LEN(packed));
		if (bc_draft_new(worker, fill->hash, fill->space, key, size, &draft) == BC_DONE) {
			baton_encoding_write_string(draft.value, ZSTR_VAL(packed), ZSTR_LEN(packed));
			kept = publish(worker, sort, fill, &draft, BATON_VALUE_PACKED);
		}
	}
	return kept;
}

static bool keep_missing(bc_worker *worker, uint8_t sort, bc_bytes key, const bc_fill *fill)
{
	bc_draft draft;
	return bc_draft_new(worker, fill->hash, fill->space, key, 0, &draft) == BC_DONE && publish(worker, sort, fill, &draft, BATON_VALUE_MISSING);
}

bool baton_cached_take(baton_redis *redis, bc_worker *worker, bc_bytes key, const bc_fill *fill, const bc_node *node, zval *to)
{
	uint8_t sort = baton_cached_sort(redis);
	zval packed;
	bool kept = false;
	if (!baton_take_text(redis, node, &packed)) {
		ZVAL_FALSE(to);
		return false;
	}
	zend_string_addref(Z_STR(packed));
	baton_unpack_string(&redis->values, Z_STR(packed), to);
	/* Unpacking may have run PHP code that closed the connection, or set options: the value was read by those of before. */
	if (!EG(exception) && redis->connection && bc_near_holds(redis->connection, fill)) {
		kept = keep(worker, sort, key, fill, to, Z_STR(packed));
	}
	zval_ptr_dtor(&packed);
	return kept;
}

/* Reads the reply of GET and keeps it; whether it was kept. */
static bool answer(baton_redis *redis, bc_worker *worker, bc_bytes key, const bc_fill *fill, zval *to)
{
	bc_node node;
	ZVAL_FALSE(to);
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_NIL) {
		baton_nil(redis, to);
		return bc_near_holds(redis->connection, fill) && keep_missing(worker, baton_cached_sort(redis), key, fill);
	}
	if (node.kind != BC_BULK) {
		baton_take_value(redis, &node, to); /* an error, for the most part */
		return false;
	}
	return baton_cached_take(redis, worker, key, fill, &node, to);
}

/* How long somebody else is given to bring the value that this one needs as well. */
#define WAIT_MS 20

/* Of several who miss a key at once one asks, and the others wait for a moment. True: the value has come, and nothing is to be asked. */
static bool wait_for_another(baton_redis *redis, bc_worker *worker, bc_bytes key, uint64_t hash, baton_flight *flight, zval *to)
{
	uint32_t version;
	*flight = baton_cache_lead(worker, hash, &version);
	return *flight == BATON_WAITS && bc_flight_wait(worker, hash, version, WAIT_MS) && baton_cached_recall(redis, key, to);
}

void baton_cached_value(baton_call *call, bc_worker *worker, zval *to)
{
	baton_redis *redis = call->redis;
	bc_bytes key = call->arguments.list[call->arguments.keys[0]];
	bc_fill fill = {0}; /* of no connection: what is not begun is not kept */
	baton_flight flight = BATON_ALONE;
	bool asked;

	if (baton_cached_recall(redis, key, to)) {
		return;
	}
	bc_count(worker, BATON_COUNT_MISSES, 1);
	if (!baton_cached_prepare(call, worker, to, &asked)) {
		return;
	}
	/* A client that has asked to be tracked has a reply to read, and waits for nobody. */
	if (!asked && bc_near_begin(redis->connection, worker, key, &fill) && wait_for_another(redis, worker, key, fill.hash, &flight, to)) {
		return;
	}
	/* Somebody may have come and gone meanwhile: the version of now counts. */
	bc_near_begin(redis->connection, worker, key, &fill);
	if (!baton_exact_ask(call, true) || !baton_redis_send(redis, &call->arguments, true) || (asked && !baton_cached_agree(redis)) ||
			!baton_exact_hear(call, true, &fill)) {
		ZVAL_FALSE(to);
	} else if (!answer(redis, worker, key, &fill, to)) {
		baton_cached_pass_by(call, worker);
	}
	if (flight == BATON_LEADS) {
		baton_cache_land(worker);
	}
}
