/* Replies in the shared memory; kept_reply.h. */
#include "kept_reply.h"

/* Replies stand apart from keys and their values. */
#define REPLIES (UINT64_C(1) << 63)

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
	uint8_t way, is_literal, has_null_arrays, has_nulls;
} reading;

static bool name_reply(baton_kept_reply *kept, const baton_redis *redis, const baton_question *question)
{
	reading how;
	char *to = kept->words;

	memset(&how, 0, sizeof(how));
	how.reply = question->reply;
	how.number = question->number;
	how.way = redis->values.way;
	how.is_literal = redis->options.reply_literal;
	how.has_null_arrays = redis->options.null_array_as_null;
	how.has_nulls = redis->options.nil_is_null;
	to = put(to, &how, sizeof(how));
	for (uint32_t i = 0; i < question->count; i++) {
		uint32_t len = (uint32_t) question->words[i].len;
		size_t room = (size_t) (kept->words + BATON_KEPT_BYTES - to);
		if (room < sizeof(len) || question->words[i].len > room - sizeof(len)) {
			return false;
		}
		to = put(to, &len, sizeof(len));
		to = put(to, question->words[i].bytes, len);
	}
	kept->reply.key = (bc_bytes) { kept->words, (size_t) (to - kept->words) };
	return true;
}

bool baton_kept_place(baton_kept_reply *kept, const baton_redis *redis, bc_worker *worker, const baton_question *question)
{
	uint64_t space;
	if (question->key_count > BATON_KEPT_KEYS || !bc_near_space(redis->connection, &space) || !name_reply(kept, redis, question)) {
		return false;
	}
	kept->reply.space = space | REPLIES;
	kept->reply.hash = bc_hash(worker, kept->reply.space, kept->reply.key);
	kept->count = question->key_count;
	for (uint32_t i = 0; i < kept->count; i++) {
		bc_bytes key = question->words[question->keys[i]];
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

static bool marks_are_the_same(bc_worker *worker, const baton_kept_reply *kept, const uint64_t *stamps)
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

/* The stamps of the marks that it was read under stand behind the encoded value. */
bool baton_kept_find(const baton_kept_reply *kept, bc_worker *worker, bc_found *found)
{
	uint64_t stamps[BATON_KEPT_KEYS];
	size_t size = kept->count * sizeof(uint64_t);
	const baton_place *reply = &kept->reply;
	if (!bc_find(worker, reply->hash, reply->space, reply->key, 0, found) || found->len < size) {
		return false;
	}
	found->len -= size;
	memcpy(stamps, found->value + found->len, size);
	return marks_are_the_same(worker, kept, stamps);
}

/* ---- Keeping ---- */

bool baton_kept_store(const baton_kept_reply *kept, bc_worker *worker, const bc_fill *fill, const zval *value)
{
	baton_encoding_plan plan;
	bc_draft draft;
	size_t begin, stamps = kept->count * sizeof(uint64_t);
	const baton_place *reply = &kept->reply;

	if (!marks_are_the_same(worker, kept, kept->stamps)) {
		bc_count(worker, BATON_COUNT_REFUSED, 1);
		return false;
	}
	if (!baton_encoding_is_plain(value) || !baton_encoding_measure(&plan, value)) {
		return true;
	}
	begin = ZEND_MM_ALIGNED_SIZE_EX(plan.size, 16);
	if (bc_draft_new(worker, reply->hash, reply->space, reply->key, begin + stamps, &draft) == BC_DONE) {
		bc_meta meta = {
			.lease = fill->lease,
			.lease_index = fill->lease_index,
			.expires = fill->expires,
			.tag = (uint16_t) plan.kind,
			.when = BC_ALWAYS,
		};
		baton_encoding_write(&plan, draft.value, draft.address);
		memcpy(draft.value + begin, kept->stamps, stamps);
		bc_publish(worker, &draft, &meta, NULL);
		bc_count(worker, BATON_COUNT_KEPT, 1);
	}
	baton_encoding_plan_end(&plan);
	return true;
}

bool baton_kept_begin(baton_kept_reply *kept, const baton_redis *redis, bc_worker *worker, bc_fill *fill)
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
