/* Replies in the shared memory; reply_entry.h. */
#include "reply_entry.h"

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

static bool name_reply(baton_reply_entry *entry, const baton_redis *redis, const baton_question *question)
{
	reading how;
	char *to = entry->words;

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
		size_t room = (size_t) (entry->words + BATON_CACHED_BYTES - to);
		if (room < sizeof(len) || question->words[i].len > room - sizeof(len)) {
			return false;
		}
		to = put(to, &len, sizeof(len));
		to = put(to, question->words[i].bytes, len);
	}
	entry->reply.key = (bc_bytes) { entry->words, (size_t) (to - entry->words) };
	return true;
}

bool baton_reply_entry_place(baton_reply_entry *entry, const baton_redis *redis, bc_worker *worker, const baton_question *question)
{
	uint64_t space;
	if (question->key_count > BATON_CACHED_KEYS || !bc_near_space(redis->connection, &space) || !name_reply(entry, redis, question)) {
		return false;
	}
	entry->reply.space = space | REPLIES;
	entry->reply.hash = bc_hash(worker, entry->reply.space, entry->reply.key);
	entry->count = question->key_count;
	for (uint32_t i = 0; i < entry->count; i++) {
		bc_bytes key = question->words[question->keys[i]];
		entry->keys[i] = (baton_place) { key, space, bc_hash(worker, space, key) };
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

static bool marks_are_the_same(bc_worker *worker, const baton_reply_entry *entry, const uint64_t *stamps)
{
	for (uint32_t i = 0; i < entry->count; i++) {
		uint64_t stamp;
		if (!find_mark(worker, &entry->keys[i], &stamp) || stamp != stamps[i]) {
			return false;
		}
	}
	return true;
}

/* ---- Finding ---- */

/* The stamps of the marks that it was read under stand behind the encoded value. */
bool baton_reply_entry_find(const baton_reply_entry *entry, bc_worker *worker, bc_found *found)
{
	uint64_t stamps[BATON_CACHED_KEYS];
	size_t size = entry->count * sizeof(uint64_t);
	const baton_place *reply = &entry->reply;
	if (!bc_find(worker, reply->hash, reply->space, reply->key, 0, found) || found->len < size) {
		return false;
	}
	found->len -= size;
	memcpy(stamps, found->value + found->len, size);
	return marks_are_the_same(worker, entry, stamps);
}

/* ---- Keeping ---- */

bool baton_reply_entry_store(const baton_reply_entry *entry, bc_worker *worker, const bc_fill *fill, const zval *value)
{
	baton_encoding_plan plan;
	bc_draft draft;
	size_t begin, stamps = entry->count * sizeof(uint64_t);
	const baton_place *reply = &entry->reply;

	if (!marks_are_the_same(worker, entry, entry->stamps)) {
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
		memcpy(draft.value + begin, entry->stamps, stamps);
		bc_publish(worker, &draft, &meta, NULL);
		bc_count(worker, BATON_COUNT_KEPT, 1);
	}
	baton_encoding_plan_end(&plan);
	return true;
}

bool baton_reply_entry_begin(baton_reply_entry *entry, const baton_redis *redis, bc_worker *worker, bc_fill *fill)
{
	if (!bc_near_begin(redis->connection, worker, entry->keys[0].key, fill) || fill->space != entry->keys[0].space) {
		return false;
	}
	for (uint32_t i = 0; i < entry->count; i++) {
		if (!make_mark(worker, &entry->keys[i], &entry->stamps[i])) {
			return false;
		}
	}
	return true;
}
