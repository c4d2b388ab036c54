/* Replies that are kept under all the words of their command, with the marks of their keys; cached.h. */
#include "cached.h"

#include "entry_value.h"

#include "zend_exceptions.h"

/* Replies of commands with more keys are not kept: each mark is looked up when one is found. */
#define MOST_KEYS 8

/* Of words that are longer together, none is kept. */
#define MOST_BYTES 4096

/* Replies stand apart from keys and their values. */
#define REPLIES (UINT64_C(1) << 63)

typedef struct {
	baton_place keys[MOST_KEYS];
	uint64_t stamps[MOST_KEYS];
	uint32_t count;
	baton_place reply;
	char words[MOST_BYTES];
} kept_reply;

/* ---- Under which name ---- */

static char *put(char *to, const void *bytes, size_t len)
{
	memcpy(to, bytes, len);
	return to + len;
}

/* What makes a reply what it is beside the command's words: how values are unpacked and lists told, and by whom it is read. */
typedef struct {
	baton_reply reply;
	zend_long number;
	uint8_t serializer, compression, ignores_numbers, is_literal, has_null_arrays;
} reading;

static bool name_reply(kept_reply *kept, const baton_call *call, bc_worker *worker, uint64_t space)
{
	const baton_arguments *arguments = &call->arguments;
	const baton_redis *redis = call->redis;
	reading how;
	char *to = kept->words;

	memset(&how, 0, sizeof(how));
	how.reply = call->reply;
	how.number = call->context.number;
	how.serializer = (uint8_t) redis->values.serializer;
	how.compression = (uint8_t) redis->values.compression;
	how.ignores_numbers = redis->values.ignore_numbers;
	how.is_literal = redis->options.reply_literal;
	how.has_null_arrays = redis->options.null_array_as_null;
	to = put(to, &how, sizeof(how));
	for (uint32_t i = 0; i < arguments->count; i++) {
		uint32_t len = (uint32_t) arguments->list[i].len;
		if (arguments->list[i].len > (size_t) (kept->words + MOST_BYTES - to) - sizeof(len)) {
			return false;
		}
		to = put(to, &len, sizeof(len));
		to = put(to, arguments->list[i].bytes, len);
		if ((size_t) (kept->words + MOST_BYTES - to) < sizeof(len)) {
			return false;
		}
	}
	kept->reply.space = space | REPLIES;
	kept->reply.key = (bc_bytes) { kept->words, (size_t) (to - kept->words) };
	kept->reply.hash = bc_hash(worker, kept->reply.space, kept->reply.key);
	return true;
}

static bool place(kept_reply *kept, const baton_call *call, bc_worker *worker)
{
	const baton_arguments *arguments = &call->arguments;
	uint64_t space;
	if (arguments->key_count > MOST_KEYS || !bc_near_space(call->redis->connection, &space) || !name_reply(kept, call, worker, space)) {
		return false;
	}
	kept->count = arguments->key_count;
	for (uint32_t i = 0; i < kept->count; i++) {
		bc_bytes key = arguments->list[arguments->keys[i]];
		kept->keys[i] = (baton_place) { key, space, bc_hash(worker, space, key) };
	}
	return true;
}

/* ---- Marks ---- */

static bool find_mark(bc_worker *worker, const baton_place *key, uint64_t *stamp)
{
	bc_found found;
	if (!bc_find(worker, key->hash, key->space, key->key, BATON_SORT_MARK, &found)) {
		return false;
	}
	*stamp = found.stamp;
	return true;
}

static bool make_mark(bc_worker *worker, const baton_place *key, uint64_t *stamp)
{
	for (int attempt = 0; attempt < 3; attempt++) {
		bc_meta meta = { .sort = BATON_SORT_MARK, .when = BC_ALWAYS };
		bc_draft draft;
		if (find_mark(worker, key, stamp)) {
			return true;
		}
		if (bc_draft_new(worker, key->hash, key->space, key->key, 0, &draft) != BC_DONE) {
			return false;
		}
		if (bc_publish(worker, &draft, &meta, stamp) == BC_DONE) {
			return true;
		}
	}
	return false;
}

static bool marks_are_the_same(bc_worker *worker, const kept_reply *kept, const uint64_t *stamps)
{
	for (uint32_t i = 0; i < kept->count; i++) {
		uint64_t stamp;
		if (!find_mark(worker, &kept->keys[i], &stamp) || stamp != stamps[i]) {
			return false;
		}
	}
	return true;
}

/* ---- Finding ---- */

/* What is kept: the value's image, and the stamps of the marks behind it. */
static bool recall(bc_worker *worker, kept_reply *kept, zval *to)
{
	bc_found found;
	bool held, there;
	size_t stamps = kept->count * sizeof(uint64_t);
	const baton_place *reply = &kept->reply;

	if (!bc_find(worker, reply->hash, reply->space, reply->key, 0, &found)) {
		return false;
	}
	held = baton_cache_hold(worker);
	there = bc_find(worker, reply->hash, reply->space, reply->key, 0, &found) && found.len >= stamps &&
		marks_are_the_same(worker, kept, (const uint64_t *) (found.value + found.len - stamps));
	if (there) {
		baton_image_kind kind = (baton_image_kind) found.tag;
		if (baton_is_lent(kind)) {
			baton_image_lend(to, kind, found.value);
			held = true;
		} else {
			there = baton_image_copy(to, kind, found.value);
		}
	}
	baton_cache_let_go(worker, held);
	return there;
}

/* ---- Keeping ---- */

/* False: something was heard of its keys meanwhile. */
static bool keep(bc_worker *worker, const kept_reply *kept, const bc_fill *fill, const zval *value)
{
	baton_image_plan plan;
	bc_draft draft;
	size_t begin, stamps = kept->count * sizeof(uint64_t);
	const baton_place *reply = &kept->reply;

	if (!marks_are_the_same(worker, kept, kept->stamps)) {
		bc_count(worker, BATON_COUNT_REFUSED, 1);
		return false;
	}
	if (!baton_image_is_plain(value) || !baton_image_measure(&plan, value)) {
		return true;
	}
	begin = ZEND_MM_ALIGNED_SIZE_EX(plan.size, 16);
	if (bc_draft_new(worker, reply->hash, reply->space, reply->key, begin + stamps, &draft) == BC_DONE) {
		bc_meta meta = {
			.lease = fill->lease,
			.lease_index = fill->lease_index,
			.tag = (uint16_t) plan.kind,
			.when = BC_ALWAYS,
		};
		baton_image_write(&plan, draft.value, draft.address);
		memcpy(draft.value + begin, kept->stamps, stamps);
		bc_publish(worker, &draft, &meta, NULL);
		bc_count(worker, BATON_COUNT_KEPT, 1);
	}
	baton_image_plan_end(&plan);
	return true;
}

/* Marks all keys, before the command is sent. */
static bool begin(baton_redis *redis, bc_worker *worker, kept_reply *kept, bc_fill *fill)
{
	if (!bc_near_begin(redis->connection, worker, kept->keys[0].key, fill) || fill->space != kept->keys[0].space) {
		return false;
	}
	for (uint32_t i = 0; i < kept->count; i++) {
		if (!make_mark(worker, &kept->keys[i], &kept->stamps[i])) {
			return false;
		}
	}
	return true;
}

void baton_cached_reply(baton_call *call, bc_worker *worker, zval *to)
{
	baton_redis *redis = call->redis;
	kept_reply kept;
	bc_fill fill;
	bool asked, keeps;

	if (place(&kept, call, worker) && recall(worker, &kept, to)) {
		bc_count(worker, BATON_COUNT_HITS, 1);
		return;
	}
	bc_count(worker, BATON_COUNT_MISSES, 1);
	if (!baton_cached_prepare(call, worker, to, &asked)) {
		return;
	}
	/* There may be another space than before: the one of now counts. */
	keeps = place(&kept, call, worker) && begin(redis, worker, &kept, &fill);
	uint64_t errors = redis->errors;
	if (!baton_redis_send(redis, &call->arguments, true) || (asked && !baton_cached_agree(redis)) ||
			!call->reply(redis, to, &call->context)) {
		ZVAL_FALSE(to);
		return;
	}
	if (EG(exception) || errors != redis->errors) {
		return;
	}
	if (!keeps || redis->connection == NULL || !bc_near_holds(redis->connection, &fill) || !keep(worker, &kept, &fill, to)) {
		baton_cached_pass_by(call, worker);
	}
}
