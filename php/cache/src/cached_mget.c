/* MGET: each value is kept as if it had been read alone, and those that are not kept are asked in one command. */
#include "cached.h"

#include "exact_ttl.h"
#include "replies.h"

/* A key whose value is asked: where that belongs in the answer, and on which terms it may be kept. */
typedef struct {
	uint32_t place;
	bc_bytes key;
	bc_fill fill;
} missing;

/* One command under way. */
struct baton_mget {
	baton_redis *redis;
	bc_worker *worker;
	bc_bytes *keys;
	zval *values; /* of each key; undefined for as long as it is not known */
	uint32_t key_count;
	missing *asked; /* each key once */
	uint32_t count; /* of these */
	HashTable places; /* of these, by key */
	bool is_agreeing; /* a reply about tracking comes first */
};

static void begin(baton_mget *mget, baton_redis *redis, bc_worker *worker, const baton_arguments *arguments)
{
	uint32_t count = arguments->key_count;
	*mget = (baton_mget) {
		.redis = redis,
		.worker = worker,
		.keys = safe_emalloc(count, sizeof(bc_bytes), 0),
		.values = safe_emalloc(count, sizeof(zval), 0),
		.key_count = count,
		.asked = safe_emalloc(count, sizeof(missing), 0),
	};
	zend_hash_init(&mget->places, 0, NULL, NULL, 0);
	for (uint32_t place = 0; place < count; place++) {
		mget->keys[place] = arguments->list[arguments->keys[place]];
		ZVAL_UNDEF(&mget->values[place]);
	}
}

static void end(baton_mget *mget)
{
	for (uint32_t place = 0; place < mget->key_count; place++) {
		zval_ptr_dtor(&mget->values[place]);
	}
	zend_hash_destroy(&mget->places);
	efree(mget->asked);
	efree(mget->values);
	efree(mget->keys);
}

/* ---- Keys that have no string ---- */

/* MGET says nil of a hash as well, of which GET says that it is none: it is known to nobody but MGET. */
static bool has_no_string(const baton_redis *redis, bc_worker *worker, bc_bytes key)
{
	bc_found found;
	return bc_near_find(redis->connection, worker, key, BATON_SORT_NO_STRING, &found);
}

static bool keep_no_string(const baton_redis *redis, bc_worker *worker, const missing *missing)
{
	bc_draft draft;
	bc_meta meta = {
		.lease = missing->fill.lease,
		.lease_index = missing->fill.lease_index,
		.expires = missing->fill.expires,
		.sort = BATON_SORT_NO_STRING,
		.when = BC_VERSION,
		.condition = missing->fill.version,
	};
	return bc_near_holds(redis->connection, &missing->fill) &&
		bc_draft_new(worker, missing->fill.hash, missing->fill.space, missing->key, 0, &draft) == BC_DONE &&
		bc_publish(worker, &draft, &meta, NULL) == BC_DONE;
}

/* ---- What is kept ---- */

/* Values that are unserialised may call the program, which finds the object busy: what is known here of the connection stays so. */
static void recall(baton_mget *mget)
{
	mget->redis->unpacking = true;
	for (uint32_t place = 0; place < mget->key_count; place++) {
		bc_bytes key = mget->keys[place];
		zval *value = &mget->values[place];
		zval first;
		if (baton_cached_recall(mget->redis, key, value)) {
			continue;
		}
		if (has_no_string(mget->redis, mget->worker, key)) {
			baton_nil(mget->redis, value);
			bc_count(mget->worker, BATON_COUNT_HITS, 1);
			continue;
		}
		ZVAL_LONG(&first, place);
		if (zend_hash_str_add(&mget->places, key.bytes, key.len, &first)) {
			mget->asked[mget->count++] = (missing) { .place = place, .key = key };
		}
	}
	mget->redis->unpacking = false;
}

/* Keys that stand there more than once have their value where they stand first. */
static void repeat(baton_mget *mget)
{
	for (uint32_t place = 0; place < mget->key_count; place++) {
		if (Z_TYPE(mget->values[place]) == IS_UNDEF) {
			bc_bytes key = mget->keys[place];
			ZVAL_COPY(&mget->values[place], &mget->values[Z_LVAL_P(zend_hash_str_find(&mget->places, key.bytes, key.len))]);
		}
	}
}

/* ---- What is asked ---- */

static bool send_mget(baton_mget *mget)
{
	baton_arguments arguments;
	baton_arguments_init(&arguments);
	BATON_ADD_LITERAL(&arguments, "MGET");
	for (uint32_t i = 0; i < mget->count; i++) {
		baton_add(&arguments, mget->asked[i].key.bytes, mget->asked[i].key.len);
	}
	bool sent = baton_redis_send(mget->redis, &arguments, true);
	baton_arguments_free(&arguments);
	return sent;
}

/* One element; false if the connection failed. */
static bool take(baton_mget *mget, const missing *missing)
{
	baton_redis *redis = mget->redis;
	zval *to = &mget->values[missing->place];
	bc_node node;
	bool kept = false;

	ZVAL_FALSE(to);
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_BULK) {
		redis->unpacking = true; /* the rest of the list is still to be read */
		kept = baton_cached_take(redis, mget->worker, missing->key, &missing->fill, &node, to);
		redis->unpacking = false;
	} else if (node.kind == BC_NIL) {
		baton_nil(redis, to);
		kept = keep_no_string(redis, mget->worker, missing);
	} else if (!baton_take_value(redis, &node, to)) {
		return false;
	}
	if (!kept && redis->connection) {
		bc_near_wrote(redis->connection, mget->worker, missing->key); /* cached.h, baton_cached_pass_by */
	}
	return redis->connection != NULL;
}

/* Queues all that is asked. */
static bool send_all(baton_mget *mget)
{
	for (uint32_t i = 0; i < mget->count; i++) {
		missing *missing = &mget->asked[i];
		bc_near_begin(mget->redis->connection, mget->worker, missing->key, &missing->fill);
		if (!baton_exact_ask_key(mget->redis, missing->key)) {
			return false;
		}
	}
	return send_mget(mget);
}

/* Whether the list comes that was asked for. Of any other it is not known which key has which value, nor what is still to be read. */
static bool hear_list(baton_mget *mget)
{
	bc_failure failure = { BC_PROTOCOL, "" };
	int64_t count;
	if (!baton_next_list(mget->redis, &count, false) || count < 0) {
		return false;
	}
	if (count == (int64_t) mget->count) {
		return true;
	}
	snprintf(failure.text, sizeof(failure.text), "protocol error, MGET of %" PRIu32 " keys was answered with %" PRIi64 " values",
		mget->count, count);
	baton_redis_fail(mget->redis, &failure);
	return false;
}

/* Reads the replies in their order; false if they are none of an MGET. */
static bool hear_all(baton_mget *mget)
{
	if (mget->is_agreeing && !baton_cached_agree(mget->redis)) {
		return false;
	}
	for (uint32_t i = 0; i < mget->count; i++) {
		if (!baton_exact_hear_key(mget->redis, &mget->asked[i].fill)) {
			return false;
		}
	}
	if (!hear_list(mget)) {
		return false;
	}
	for (uint32_t i = 0; i < mget->count; i++) {
		if (!take(mget, &mget->asked[i])) {
			return false;
		}
	}
	repeat(mget);
	return true;
}

/* ---- The answer ---- */

static void give(baton_mget *mget, zval *to)
{
	array_init_size(to, mget->key_count);
	for (uint32_t place = 0; place < mget->key_count; place++) {
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &mget->values[place]);
		ZVAL_UNDEF(&mget->values[place]);
	}
}

void baton_cached_mget(baton_call *call, bc_worker *worker, zval *to)
{
	baton_mget mget;
	bool there = true;
	begin(&mget, call->redis, worker, &call->arguments);
	recall(&mget);
	if (mget.count > 0) {
		bc_count(worker, BATON_COUNT_MISSES, mget.count);
		if (!baton_cached_prepare(call, worker, to, &mget.is_agreeing)) {
			end(&mget);
			return;
		}
		there = send_all(&mget) && hear_all(&mget);
	}
	if (there) {
		give(&mget, to);
	} else {
		ZVAL_FALSE(to);
	}
	end(&mget);
}

/* ---- Among others ---- */

baton_mget *baton_cached_mget_send(baton_redis *redis, const baton_arguments *arguments)
{
	bc_worker *worker = baton_cache_worker();
	baton_mget *mget;
	if (worker == NULL || !baton_cached_answers(redis)) {
		return NULL;
	}
	mget = emalloc(sizeof(*mget));
	begin(mget, redis, worker, arguments);
	recall(mget);
	if (mget->count > 0) {
		bc_prepared prepared = baton_cached_track(redis);
		mget->is_agreeing = prepared == BC_ASKED;
		if (prepared == BC_OFF || !send_all(mget)) {
			baton_cached_mget_free(mget);
			return NULL;
		}
		bc_count(worker, BATON_COUNT_MISSES, mget->count);
	}
	return mget;
}

bool baton_cached_mget_hear(baton_mget *mget, zval *to)
{
	if (mget->count > 0 && !hear_all(mget)) {
		return false;
	}
	give(mget, to);
	return true;
}

void baton_cached_mget_free(baton_mget *mget)
{
	end(mget);
	efree(mget);
}
