/* Commands with keys of several slots, and commands that are sent together.
 *
 * A server takes only commands whose keys are of one slot, so others are cut into parts, whose replies are joined. The parts of a command go
 * out together before the first of their replies is read, and so do the commands of a pipeline. What was sent on elsewhere, or could not be
 * sent, is asked again afterwards, one after the other. */
#include "cluster.h"

#include "cached.h"
#include "commands.h"

#include "zend_exceptions.h"

/* ---- Slots ---- */

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
static baton_join how_to_cut(const baton_command *command, uint32_t *words)
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

static bool in_one_slot(const baton_arguments *arguments)
{
	for (uint32_t i = 1; i < arguments->key_count; i++) {
		if (bc_slot(arguments->list[arguments->keys[i]]) != bc_slot(arguments->list[arguments->keys[0]])) {
			return false;
		}
	}
	return true;
}

/* ---- The batch ---- */

/* The number of words and of keys, which of them are keys, and of each word its length and bytes. */
static void keep_words(baton_batch *batch, const baton_arguments *arguments)
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
static void take_words(const baton_batch *batch, const baton_part *part, baton_arguments *arguments)
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

static baton_part *add_part(baton_batch *batch, const baton_call *call, int slot, baton_node *only)
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

static baton_whole *add_whole(baton_batch *batch, baton_join join)
{
	if (batch->whole_count == batch->whole_room) {
		batch->whole_room = batch->whole_room ? batch->whole_room * 2 : 8;
		batch->wholes = safe_erealloc(batch->wholes, batch->whole_room, sizeof(baton_whole), 0);
	}
	baton_whole *whole = &batch->wholes[batch->whole_count++];
	*whole = (baton_whole) {.first = batch->part_count, .count = 1, .join = join};
	return whole;
}

void baton_cluster_free_batch(baton_batch *batch)
{
	for (uint32_t i = 0; i < batch->part_count; i++) {
		zval_ptr_dtor(&batch->parts[i].result);
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

/* ---- Cutting ---- */

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

/* What is done with each part once it is cut; false, and the rest is left. */
typedef bool (*part_taker)(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot);

static bool cut(baton_cluster *cluster, baton_batch *batch, const baton_call *call, baton_join join, uint32_t words, part_taker take)
{
	const baton_arguments *arguments = &call->arguments;
	baton_whole *whole = add_whole(batch, join);
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

/* ---- Sending together ---- */

static baton_way way_of(const baton_part *part)
{
	bool reads = part->command->flags & BATON_READS;
	return (baton_way) {part->slot, part->only, reads && !(part->command->flags & BATON_BLOCKS), reads};
}

static void send_part(baton_cluster *cluster, const baton_batch *batch, baton_part *part)
{
	baton_way way = way_of(part);
	baton_node *node = baton_cluster_choose(cluster, &way);
	if (node == NULL || !baton_node_open(cluster, node) || (node->replica && !baton_node_readonly(node))) {
		return;
	}
	baton_redis *redis = node->redis;
	baton_call call = {.redis = redis, .command = part->command};
	bc_failure failure;
	take_words(batch, part, &call.arguments);
	if (redis->cached) {
		baton_cached_queue(&call);
	}
	part->node = node;
	part->failures = redis->failures;
	bool sent = way.repeatable ? bc_send(redis->connection, call.arguments.count, call.arguments.list, &failure)
		: bc_send_once(redis->connection, call.arguments.count, call.arguments.list, &failure);
	baton_arguments_free(&call.arguments);
	if (sent) {
		part->state = BATON_PART_SENT;
		return;
	}
	baton_redis_fail(redis, &failure);
	node->lost = baton_cluster_now();
	part->state = BATON_PART_LOST;
}

/* Errors that are no redirection are the part's result, as in a pipeline of one connection. */
static void read_part(baton_cluster *cluster, baton_part *part)
{
	baton_redis *redis = part->node->redis;
	if (redis->failures != part->failures || redis->connection == NULL) {
		part->state = BATON_PART_LOST;
		return;
	}
	uint64_t errors = redis->errors;
	redis->redirection = BATON_ANSWERED;
	zval_ptr_dtor(&part->result);
	ZVAL_FALSE(&part->result);
	if (!part->reply(redis, &part->result, &part->context)) {
		ZVAL_FALSE(&part->result);
		part->node->lost = baton_cluster_now();
		part->state = BATON_PART_LOST;
		return;
	}
	part->state = BATON_PART_DONE;
	baton_cluster_take_error(cluster, redis, errors);
	if (redis->errors != errors && redis->redirection != BATON_ANSWERED && part->only == NULL) {
		part->state = BATON_PART_WAITS;
	}
}

/* What no node has answered yet, one after the other. */
static void ask_part(baton_cluster *cluster, const baton_batch *batch, baton_part *part)
{
	baton_call call = {.redis = &cluster->front, .command = part->command, .reply = part->reply, .context = part->context};
	take_words(batch, part, &call.arguments);
	zval_ptr_dtor(&part->result);
	baton_cluster_call(cluster, &call, part->slot, part->only, &part->result);
	baton_arguments_free(&call.arguments);
	part->state = BATON_PART_DONE;
}

/* Whether replies to others are still to be read from any node; that throws. */
static bool is_busy(const baton_cluster *cluster)
{
	const baton_node *node;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (baton_node_busy(node)) {
				return true;
			}
		} ZEND_HASH_FOREACH_END();
	}
	return false;
}

void baton_cluster_run_batch(baton_cluster *cluster, baton_batch *batch, zval *results)
{
	bool unsure = false;
	zend_object *before = EG(exception);
	if (is_busy(cluster)) {
		baton_cluster_join(batch, results);
		return;
	}
	cluster->busy++;
	for (uint32_t i = 0; i < batch->part_count && EG(exception) == before; i++) {
		send_part(cluster, batch, &batch->parts[i]);
		/* A connection that failed is asked again below, where that does no harm. */
		if (batch->parts[i].state == BATON_PART_LOST && EG(exception) && !before) {
			zend_clear_exception();
		}
	}
	/* Each connection is read to its end, whatever is thrown meanwhile: the next command's reply comes behind these. */
	for (uint32_t i = 0; i < batch->part_count; i++) {
		baton_part *part = &batch->parts[i];
		if (part->state != BATON_PART_SENT) {
			continue;
		}
		read_part(cluster, part);
		if (part->state == BATON_PART_LOST && EG(exception) && !before) {
			zend_clear_exception();
		}
	}
	for (uint32_t i = 0; i < batch->part_count && EG(exception) == before; i++) {
		baton_part *part = &batch->parts[i];
		bool repeatable = part->command->flags & BATON_READS;
		if (part->state == BATON_PART_WAITS || (part->state == BATON_PART_LOST && repeatable)) {
			ask_part(cluster, batch, part);
		}
		unsure = unsure || part->state == BATON_PART_LOST;
	}
	baton_node *node;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis) {
				baton_cached_settle(node->redis);
			}
		} ZEND_HASH_FOREACH_END();
	}
	cluster->busy--;
	if (unsure && EG(exception) == before) {
		baton_cluster_throw("Error processing response from Redis node!");
	}
	baton_cluster_join(batch, results);
}

/* ---- One command ---- */

static bool keep_part(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot)
{
	add_part(batch, part, slot, NULL);
	keep_words(batch, &part->arguments);
	return true;
}

/* In a transaction it is the server that keeps the command. */
static bool queue_part(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot, baton_node *only)
{
	baton_way way = {slot, only, false, false};
	baton_node *node = baton_cluster_choose(cluster, &way);
	zval queued;
	if (node == NULL || !baton_cluster_enlist(cluster, node)) {
		return false;
	}
	baton_part *kept = add_part(batch, part, slot, only);
	kept->node = node;
	baton_redis *redis = node->redis;
	uint64_t errors = redis->errors;
	redis->redirection = BATON_ANSWERED;
	part->redis = redis;
	baton_redis_execute(part, &cluster->front.std, &queued);
	part->redis = &cluster->front;
	baton_cluster_take_error(cluster, redis, errors);
	if (Z_TYPE(queued) == IS_OBJECT) {
		zval_ptr_dtor(&queued);
		return true;
	}
	if (redis->redirection != BATON_ANSWERED) {
		baton_cluster_give_up(cluster);
		cluster->mapped_at = 0;
		baton_cluster_throw("Can't process MULTI sequence when cluster is resharding");
	} else if (redis->mode == BATON_ATOMIC) {
		baton_cluster_give_up(cluster);
	} else {
		/* It was refused, and the transaction will be. */
		if (kept->context.table) {
			zend_array_release(kept->context.table);
		}
		batch->part_count--;
	}
	return false;
}

static bool queue_cut_part(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot)
{
	return queue_part(cluster, batch, part, slot, NULL);
}

static void execute_parts(baton_cluster *cluster, baton_call *call, baton_join join, uint32_t words, zval *to)
{
	baton_batch batch = {0};
	zval results;
	cut(cluster, &batch, call, join, words, keep_part);
	baton_cluster_run_batch(cluster, &batch, &results);
	zval *result = zend_hash_index_find(Z_ARRVAL(results), 0);
	ZVAL_COPY(to, result);
	zval_ptr_dtor(&results);
	baton_cluster_free_batch(&batch);
}

void baton_cluster_execute(baton_cluster *cluster, baton_call *call, int slot, baton_node *only, zval *to)
{
	uint32_t words;
	baton_join join = how_to_cut(call->command, &words);
	bool many = join != BATON_JOIN_NONE && (join == BATON_JOIN_TRUTHS || !in_one_slot(&call->arguments));
	baton_batch *batch = &cluster->batch;
	bool done;
	if (!many && slot < 0 && only == NULL) {
		slot = baton_cluster_slot(&call->arguments);
		if (slot == -2) {
			ZVAL_FALSE(to);
			return;
		}
	}
	if (EXPECTED(cluster->front.mode == BATON_ATOMIC)) {
		if (many) {
			execute_parts(cluster, call, join, words, to);
		} else {
			baton_cluster_call(cluster, call, slot, only, to);
		}
		return;
	}
	bool here = cluster->front.mode & BATON_PIPELINE;
	uint32_t had = batch->whole_count;
	if (many) {
		done = cut(cluster, batch, call, join, words, here ? keep_part : queue_cut_part);
	} else {
		add_whole(batch, BATON_JOIN_NONE);
		done = !here && queue_part(cluster, batch, call, slot, only);
		if (here) {
			add_part(batch, call, slot, only);
			keep_words(batch, &call->arguments);
			done = true;
		}
	}
	if (!done) {
		if (batch->whole_count > had) {
			if (batch->wholes[batch->whole_count - 1].order) {
				efree(batch->wholes[batch->whole_count - 1].order);
			}
			batch->whole_count--;
		}
		ZVAL_FALSE(to);
		return;
	}
	ZVAL_OBJ_COPY(to, &cluster->front.std);
}
