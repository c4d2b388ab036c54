/* Commands of a cluster that are sent together, or wait for exec(): their words one after the other, and what becomes of each. */
#include "cluster.h"

#include "cached.h"

/* The number of words and of keys, which of them are keys, and of each word its length and bytes. */
void baton_batch_keep_words(baton_batch *batch, const baton_arguments *arguments)
{
	smart_str *to = &batch->words;
	smart_str_appendl(to, (const char *) &arguments->count, sizeof(arguments->count));
	smart_str_appendl(to, (const char *) &arguments->key_count, sizeof(arguments->key_count));
	smart_str_appendl(to, (const char *) arguments->keys, arguments->key_count * sizeof(uint32_t));
	for (uint32_t i = 0; i < arguments->count; i++) {
		smart_str_appendl(to, (const char *) &arguments->list[i].len, sizeof(size_t));
		smart_str_appendl(to, arguments->list[i].bytes, arguments->list[i].len);
	}
}

/* The words of a part, where they are kept. */
void baton_batch_words(const baton_batch *batch, const baton_part *part, baton_arguments *arguments)
{
	const char *at = ZSTR_VAL(batch->words.s) + part->at;
	uint32_t count, key_count, next = 0, key;
	memcpy(&count, at, sizeof(count));
	memcpy(&key_count, at + sizeof(count), sizeof(key_count));
	const char *keys = at + sizeof(count) + sizeof(key_count);
	at = keys + key_count * sizeof(uint32_t);
	baton_arguments_init(arguments);
	for (uint32_t i = 0; i < count; i++) {
		size_t len;
		memcpy(&len, at, sizeof(len));
		at += sizeof(len);
		if (next < key_count && (memcpy(&key, keys + next * sizeof(key), sizeof(key)), key == i)) {
			baton_note_key(arguments);
			next++;
		}
		baton_add(arguments, at, len);
		at += len;
	}
}

baton_part *baton_batch_add_part(baton_batch *batch, const baton_call *call, int slot, baton_node *only)
{
	if (batch->part_count == batch->part_room) {
		batch->part_room = batch->part_room ? batch->part_room * 2 : 8;
		batch->parts = safe_erealloc(batch->parts, batch->part_room, sizeof(baton_part), 0);
	}
	baton_part *part = &batch->parts[batch->part_count++];
	*part = (baton_part) {
		.command = call->command, .reply = call->reply, .context = call->context, .slot = slot, .only = only,
		.at = batch->words.s ? ZSTR_LEN(batch->words.s) : 0,
		.keys = call->arguments.key_count,
	};
	if (part->context.table) {
		GC_TRY_ADDREF(part->context.table);
	}
	ZVAL_FALSE(&part->result);
	return part;
}

baton_whole *baton_batch_add_whole(baton_batch *batch, baton_join join)
{
	if (batch->whole_count == batch->whole_room) {
		batch->whole_room = batch->whole_room ? batch->whole_room * 2 : 8;
		batch->wholes = safe_erealloc(batch->wholes, batch->whole_room, sizeof(baton_whole), 0);
	}
	baton_whole *whole = &batch->wholes[batch->whole_count++];
	*whole = (baton_whole) {.first = batch->part_count, .count = 1, .join = join};
	return whole;
}

void baton_batch_free(baton_batch *batch)
{
	for (uint32_t i = 0; i < batch->part_count; i++) {
		zval_ptr_dtor(&batch->parts[i].result);
		if (batch->parts[i].mget) {
			baton_cached_mget_free(batch->parts[i].mget);
		}
		if (batch->parts[i].context.table) {
			zend_array_release(batch->parts[i].context.table);
		}
	}
	for (uint32_t i = 0; i < batch->whole_count; i++) {
		if (batch->wholes[i].order) {
			efree(batch->wholes[i].order);
		}
	}
	if (batch->parts) {
		efree(batch->parts);
	}
	if (batch->wholes) {
		efree(batch->wholes);
	}
	smart_str_free(&batch->words);
	memset(batch, 0, sizeof(*batch));
}
