/* Commands with keys of several slots.
 *
 * A server takes only commands whose keys are of one slot, so some others are cut into parts, one for each slot, whose replies are joined. */
#include "cluster.h"

#include "commands.h"

/* ---- Cutting ---- */

int baton_cluster_slot(const baton_arguments *arguments)
{
	int slot = -1;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		int other = bc_slot(arguments->list[arguments->keys[i]]);
		if (slot >= 0 && slot != other) {
			php_error_docref(NULL, E_WARNING, "Keys don't hash to the same slot!");
			return -2;
		}
		slot = other;
	}
	return slot;
}

/* How the command is cut, and in how many words a key comes; BATON_JOIN_NONE: not at all. */
baton_join baton_cluster_how_to_cut(const baton_command *command, uint32_t *words)
{
	*words = 1;
	if (command == &baton_command_mget) {
		return BATON_JOIN_VALUES;
	}
	if (command == &baton_command_del || command == &baton_command_unlink || command == &baton_command_exists
		|| command == &baton_command_touch || command == &baton_command_delete) {
		return BATON_JOIN_SUM;
	}
	if (command == &baton_command_watch) {
		return BATON_JOIN_ALL;
	}
	*words = 2;
	return command == &baton_command_mset ? BATON_JOIN_ALL
		: command == &baton_command_msetnx ? BATON_JOIN_TRUTHS : BATON_JOIN_NONE;
}

bool baton_cluster_in_one_slot(const baton_arguments *arguments)
{
	for (uint32_t i = 1; i < arguments->key_count; i++) {
		if (bc_slot(arguments->list[arguments->keys[i]]) != bc_slot(arguments->list[arguments->keys[0]])) {
			return false;
		}
	}
	return true;
}

/* A part of a command, with the keys of one slot. */
static void cut_one(baton_cluster *cluster, const baton_call *call, uint32_t words, int slot, baton_call *part, uint32_t *order)
{
	const baton_arguments *whole = &call->arguments;
	baton_call_begin(part, &cluster->front, call->command);
	part->reply = call->reply;
	for (uint32_t i = 0; i < whole->key_count; i++) {
		const bc_bytes *key = &whole->list[whole->keys[i]];
		if (bc_slot(*key) != slot) {
			continue;
		}
		order[part->arguments.key_count] = i;
		baton_note_key(&part->arguments);
		for (uint32_t word = 0; word < words; word++) {
			baton_add(&part->arguments, key[word].bytes, key[word].len);
		}
	}
}

bool baton_cluster_cut(baton_cluster *cluster, baton_batch *batch, const baton_call *call, baton_join join, uint32_t words, baton_part_taker take)
{
	const baton_arguments *arguments = &call->arguments;
	baton_whole *whole = baton_batch_add_whole(batch, join);
	uint32_t *order = whole->order = safe_emalloc(arguments->key_count, sizeof(uint32_t), 0);
	uint64_t seen[BATON_SLOTS / 64] = {0};
	whole->count = 0;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		int slot = bc_slot(arguments->list[arguments->keys[i]]);
		uint64_t bit = UINT64_C(1) << (slot % 64);
		baton_call part;
		if (seen[slot / 64] & bit) {
			continue;
		}
		seen[slot / 64] |= bit;
		cut_one(cluster, call, words, slot, &part, order);
		order += part.arguments.key_count;
		bool taken = take(cluster, batch, &part, slot);
		baton_call_end(&part);
		if (!taken) {
			return false;
		}
		whole = &batch->wholes[batch->whole_count - 1];
		whole->count++;
	}
	return true;
}

/* ---- Joining ---- */

/* A list of as many elements as there are keys in all parts. */
static void begin_list(const baton_batch *batch, const baton_whole *whole, zval *to)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < whole->count; i++) {
		count += batch->parts[whole->first + i].keys;
	}
	array_init_size(to, count);
	zend_hash_real_init_packed(Z_ARRVAL_P(to));
	for (uint32_t i = 0; i < count; i++) {
		zval none;
		ZVAL_FALSE(&none);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &none);
	}
}

/* Each key's own value of its part's list, or what the part says of all its keys. */
static void join_list(const baton_batch *batch, const baton_whole *whole, zval *to)
{
	const uint32_t *order = whole->order;
	begin_list(batch, whole, to);
	for (uint32_t i = 0; i < whole->count; i++) {
		const baton_part *part = &batch->parts[whole->first + i];
		for (uint32_t j = 0; j < part->keys; j++, order++) {
			zval value, *found = Z_TYPE(part->result) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL(part->result), j) : NULL;
			if (whole->join == BATON_JOIN_TRUTHS) {
				ZVAL_LONG(&value, Z_TYPE(part->result) == IS_TRUE);
			} else if (found) {
				ZVAL_COPY(&value, found);
			} else {
				continue;
			}
			zend_hash_index_update(Z_ARRVAL_P(to), *order, &value);
		}
	}
}

static void join_whole(const baton_batch *batch, const baton_whole *whole, zval *to)
{
	zend_long sum = 0;
	bool all = true;
	if (whole->join == BATON_JOIN_NONE) {
		ZVAL_COPY(to, &batch->parts[whole->first].result);
		return;
	}
	if (whole->join == BATON_JOIN_VALUES || whole->join == BATON_JOIN_TRUTHS) {
		join_list(batch, whole, to);
		return;
	}
	for (uint32_t i = 0; i < whole->count; i++) {
		const zval *result = &batch->parts[whole->first + i].result;
		sum += Z_TYPE_P(result) == IS_LONG ? Z_LVAL_P(result) : 0;
		all = all && Z_TYPE_P(result) != IS_FALSE;
	}
	if (whole->join == BATON_JOIN_SUM && all) {
		ZVAL_LONG(to, sum);
	} else {
		ZVAL_BOOL(to, whole->join == BATON_JOIN_ALL && all);
	}
}

void baton_cluster_join(baton_batch *batch, zval *results)
{
	array_init_size(results, batch->whole_count);
	for (uint32_t i = 0; i < batch->whole_count; i++) {
		zval result;
		join_whole(batch, &batch->wholes[i], &result);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(results), &result);
	}
}
