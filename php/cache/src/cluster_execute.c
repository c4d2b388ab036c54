/* What is done with a command now: a node is asked, or several are, or it waits for exec(), here or at the server. */
#include "cluster.h"

#include "cached.h"

/* ---- By itself ---- */

/* On a node that does not have the slot yet: only what comes right behind ASKING is answered. */
static void ask_alone(baton_redis *redis, baton_call *call, zval *to)
{
	bc_bytes asking = {ZEND_STRL("ASKING")};
	bc_failure failure;
	bc_node reply;
	bool cached = redis->cached;
	if (!bc_send(redis->connection, 1, &asking, &failure) || !bc_reply(redis->connection, &reply, &failure)) {
		baton_redis_fail(redis, &failure);
		ZVAL_FALSE(to);
		return;
	}
	if (cached) {
		baton_cached_queue(call);
	}
	redis->cached = false;
	baton_redis_ask(call, to);
	redis->cached = cached;
	if (cached) {
		baton_cached_settle(redis);
	}
}

static void ask_command(baton_redis *redis, void *with, bool alone, zval *to)
{
	baton_call *call = with;
	call->redis = redis;
	if (UNEXPECTED(alone)) {
		ask_alone(redis, call, to);
	} else {
		baton_redis_execute(call, NULL, to);
	}
}

void baton_cluster_call(baton_cluster *cluster, baton_call *call, int slot, baton_node *only, zval *to)
{
	bool reads = call->command->flags & BATON_READS;
	baton_way way = {slot, only, reads && !(call->command->flags & BATON_BLOCKS), reads};
	if (cluster->front.use_cache && (call->command->flags & (BATON_CACHED | BATON_DERIVED)) && !baton_cluster_is_fresh(cluster)) {
		baton_cluster_map(cluster);
	}
	baton_cluster_ask(cluster, &way, ask_command, call, to);
	call->redis = &cluster->front;
}

/* ---- As the mode has it ---- */

static bool keep_part(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot)
{
	baton_batch_add_part(batch, part, slot, NULL);
	baton_batch_keep_words(batch, &part->arguments);
	return true;
}

/* In a transaction it is the server that keeps the command. */
bool baton_cluster_queue(baton_cluster *cluster, baton_batch *batch, baton_call *part, int slot, baton_node *only)
{
	baton_way way = {slot, only, false, false};
	baton_node *node = baton_cluster_choose(cluster, &way);
	zval queued;
	if (node == NULL || !baton_cluster_enlist(cluster, node)) {
		return false;
	}
	baton_part *kept = baton_batch_add_part(batch, part, slot, only);
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
		baton_cluster_throw(cluster, "Can't process MULTI sequence when cluster is resharding");
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
	return baton_cluster_queue(cluster, batch, part, slot, NULL);
}

static void execute_parts(baton_cluster *cluster, baton_call *call, baton_join join, uint32_t words, zval *to)
{
	baton_batch batch = {0};
	zval results;
	baton_cluster_cut(cluster, &batch, call, join, words, keep_part);
	baton_cluster_run_batch(cluster, &batch, &results);
	zval *result = zend_hash_index_find(Z_ARRVAL(results), 0);
	ZVAL_COPY(to, result);
	zval_ptr_dtor(&results);
	baton_batch_free(&batch);
}

void baton_cluster_execute(baton_cluster *cluster, baton_call *call, int slot, baton_node *only, zval *to)
{
	uint32_t words;
	baton_join join = baton_cluster_how_to_cut(call->command, &words);
	bool many = join != BATON_JOIN_NONE && (join == BATON_JOIN_TRUTHS || !baton_cluster_in_one_slot(&call->arguments));
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
		done = baton_cluster_cut(cluster, batch, call, join, words, here ? keep_part : queue_cut_part);
	} else {
		baton_batch_add_whole(batch, BATON_JOIN_NONE);
		done = !here && baton_cluster_queue(cluster, batch, call, slot, only);
		if (here) {
			baton_batch_add_part(batch, call, slot, only);
			baton_batch_keep_words(batch, &call->arguments);
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
