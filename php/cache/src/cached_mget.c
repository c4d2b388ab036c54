/* MGET: each value is kept as if it had been read alone, and those that are not kept are asked in one command. */
#include "cached.h"

#include "exact_ttl.h"
#include "replies.h"

#include "zend_exceptions.h"

/* A key whose value is asked: where that belongs in the answer, and on which terms it may be kept. */
typedef struct {
	uint32_t place;
	bc_bytes key;
	bc_fill fill;
} missing;

/* One command under way. */
typedef struct {
	baton_redis *redis;
	bc_worker *worker;
	const baton_arguments *arguments;
	zval *values; /* of each key; undefined for as long as it is not known */
	missing *asked; /* each key once */
	uint32_t count; /* of these */
	HashTable places; /* of these, by key */
} reading;

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

static bc_bytes key_of(const reading *read, uint32_t place)
{
	return read->arguments->list[read->arguments->keys[place]];
}

static void recall(reading *read)
{
	for (uint32_t place = 0; place < read->arguments->key_count; place++) {
		bc_bytes key = key_of(read, place);
		zval *value = &read->values[place];
		zval first;
		ZVAL_UNDEF(value);
		if (baton_cached_recall(read->redis, read->worker, key, value)) {
			continue;
		}
		if (has_no_string(read->redis, read->worker, key)) {
			ZVAL_FALSE(value);
			bc_count(read->worker, BATON_COUNT_HITS, 1);
			continue;
		}
		ZVAL_LONG(&first, place);
		if (zend_hash_str_add(&read->places, key.bytes, key.len, &first)) {
			read->asked[read->count++] = (missing) { .place = place, .key = key };
		}
	}
}

/* Keys that stand there more than once have their value where they stand first. */
static void repeat(reading *read)
{
	for (uint32_t place = 0; place < read->arguments->key_count; place++) {
		if (Z_TYPE(read->values[place]) == IS_UNDEF) {
			bc_bytes key = key_of(read, place);
			ZVAL_COPY(&read->values[place], &read->values[Z_LVAL_P(zend_hash_str_find(&read->places, key.bytes, key.len))]);
		}
	}
}

/* ---- What is asked ---- */

static bool send_mget(const reading *read)
{
	baton_arguments arguments;
	baton_arguments_init(&arguments);
	BATON_ADD_LITERAL(&arguments, "MGET");
	for (uint32_t i = 0; i < read->count; i++) {
		baton_add(&arguments, read->asked[i].key.bytes, read->asked[i].key.len);
	}
	bool sent = baton_redis_send(read->redis, &arguments, true);
	baton_arguments_free(&arguments);
	return sent;
}

/* One element; false if the connection failed. */
static bool take(const reading *read, const missing *missing)
{
	baton_redis *redis = read->redis;
	zval *to = &read->values[missing->place];
	bc_node node;
	bool kept = false;

	ZVAL_FALSE(to);
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_BULK) {
		kept = baton_cached_take(redis, read->worker, missing->key, &missing->fill, &node, to);
	} else if (node.kind == BC_NIL) {
		kept = keep_no_string(redis, read->worker, missing);
	} else if (!baton_take_value(redis, &node, to)) {
		return false;
	}
	if (!kept && redis->connection) {
		bc_near_wrote(redis->connection, read->worker, missing->key); /* cached.h, baton_cached_pass_by */
	}
	return redis->connection != NULL;
}

/* Queues all that is asked. */
static bool send_all(const reading *read)
{
	for (uint32_t i = 0; i < read->count; i++) {
		missing *missing = &read->asked[i];
		bc_near_begin(read->redis->connection, read->worker, missing->key, &missing->fill);
		if (!baton_exact_ask_key(read->redis, missing->key)) {
			return false;
		}
	}
	return send_mget(read);
}

/* Reads the replies in their order; false if they are none of an MGET. */
static bool hear_all(const reading *read, bool is_asked)
{
	int64_t count;
	if (is_asked && !baton_cached_agree(read->redis)) {
		return false;
	}
	for (uint32_t i = 0; i < read->count; i++) {
		if (!baton_exact_hear_key(read->redis, &read->asked[i].fill)) {
			return false;
		}
	}
	if (!baton_next_list(read->redis, &count, false) || count != (int64_t) read->count) {
		return false;
	}
	for (uint32_t i = 0; i < read->count; i++) {
		if (!take(read, &read->asked[i])) {
			return false;
		}
	}
	return true;
}

static void give(const reading *read, zval *to)
{
	uint32_t count = read->arguments->key_count;
	array_init_size(to, count);
	for (uint32_t place = 0; place < count; place++) {
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &read->values[place]);
		ZVAL_UNDEF(&read->values[place]);
	}
}

/* Whether the command was answered; if not, it has been done without the memory, or has failed. */
static bool answer(baton_call *call, reading *read, zval *to)
{
	bool is_asked;
	recall(read);
	if (read->count > 0) {
		bc_count(read->worker, BATON_COUNT_MISSES, read->count);
		if (!baton_cached_prepare(call, read->worker, to, &is_asked)) {
			return false;
		}
		if (!send_all(read) || !hear_all(read, is_asked)) {
			ZVAL_FALSE(to);
			return false;
		}
		repeat(read);
	}
	return true;
}

void baton_cached_mget(baton_call *call, bc_worker *worker, zval *to)
{
	uint32_t count = call->arguments.key_count;
	reading read = {
		.redis = call->redis,
		.worker = worker,
		.arguments = &call->arguments,
		.values = safe_emalloc(count, sizeof(zval), 0),
		.asked = safe_emalloc(count, sizeof(missing), 0),
	};
	zend_hash_init(&read.places, 0, NULL, NULL, 0);
	if (answer(call, &read, to)) {
		give(&read, to);
	}
	for (uint32_t place = 0; place < count; place++) {
		zval_ptr_dtor(&read.values[place]);
	}
	zend_hash_destroy(&read.places);
	efree(read.asked);
	efree(read.values);
}
