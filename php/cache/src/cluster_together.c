/* Commands that are sent together: the parts of a command, and those of a pipeline.
 *
 * They go out before the first of their replies is read. What was sent on elsewhere, or could not be sent, is asked again afterwards, one after
 * the other. */
#include "cluster.h"

#include "cached.h"
#include "commands.h"

#include "zend_exceptions.h"

static baton_way way_of(const baton_part *part)
{
	bool reads = part->command->flags & BATON_READS;
	return (baton_way) {part->slot, part->only, reads && !(part->command->flags & BATON_BLOCKS), reads};
}

/* Whether it was queued; what memory answers need not be. False with an exception. */
static bool queue_part(baton_part *part, baton_call *call, bool repeatable)
{
	baton_redis *redis = call->redis;
	if (part->command == &baton_command_mget) {
		part->mget = baton_cached_mget_send(redis, &call->arguments);
		if (part->mget || redis->failures != part->failures) {
			return part->mget != NULL;
		}
	}
	if (redis->cached) {
		baton_cached_queue(call);
	}
	return baton_redis_send(redis, &call->arguments, repeatable);
}

static void send_part(baton_cluster *cluster, const baton_batch *batch, baton_part *part)
{
	baton_way way = way_of(part);
	baton_node *node = baton_cluster_choose(cluster, &way);
	if (node == NULL || !baton_node_open(cluster, node) || (node->replica && !baton_node_readonly(node))) {
		return;
	}
	baton_call call = {.redis = node->redis, .command = part->command};
	baton_batch_words(batch, part, &call.arguments);
	part->node = node;
	part->failures = node->redis->failures;
	part->state = BATON_PART_SENT;
	if (!queue_part(part, &call, way.repeatable)) {
		node->lost = baton_cluster_now();
		part->state = BATON_PART_LOST;
	}
	baton_arguments_free(&call.arguments);
}

/* Whether the part's replies came; then errors among them are noted. */
static bool hear_part(baton_part *part, baton_redis *redis)
{
	if (part->mget == NULL) {
		return part->reply(redis, &part->result, &part->context);
	}
	return baton_cached_mget_hear(part->mget, &part->result) || redis->failures == part->failures;
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
	if (!hear_part(part, redis)) {
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
	baton_batch_words(batch, part, &call.arguments);
	zval_ptr_dtor(&part->result);
	baton_cluster_call(cluster, &call, part->slot, part->only, &part->result);
	baton_arguments_free(&call.arguments);
	part->state = BATON_PART_DONE;
}

void baton_cluster_run_batch(baton_cluster *cluster, baton_batch *batch, zval *results)
{
	bool unsure = false;
	zend_object *before = EG(exception);
	if (baton_cluster_busy(cluster)) {
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
		baton_cluster_throw(cluster, "Error processing response from Redis node!");
	}
	baton_cluster_join(batch, results);
}
