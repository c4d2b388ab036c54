/* Transactions and pipelines of a cluster.
 *
 * multi() sends nothing: a node begins its transaction with the first command that goes to it. exec() ends all of them, so each is atomic
 * by itself alone. A pipeline is kept here until exec() and goes to all nodes at once. */
#include "cluster.h"

#include "cached.h"
#include "commands.h"

#include "zend_exceptions.h"

static bool is_multi(const baton_node *node)
{
	return node->redis && (node->redis->mode & BATON_MULTI);
}

bool baton_cluster_enlist(baton_cluster *cluster, baton_node *node)
{
	if (baton_node_busy(node)) {
		return false;
	}
	if (is_multi(node)) {
		return true;
	}
	zend_object *before = EG(exception);
	if (baton_node_open(cluster, node) && baton_redis_begin(node->redis)) {
		return true;
	}
	baton_cluster_give_up(cluster);
	if (EG(exception) == before) {
		baton_cluster_throw(cluster, "Unable to enter MULTI mode on requested slot");
	}
	return false;
}

static void free_segments(baton_segment *segments, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		baton_batch_free(&segments[i].batch);
	}
	if (segments) {
		efree(segments);
	}
}

void baton_cluster_free_segments(baton_cluster *cluster)
{
	free_segments(cluster->segments, cluster->segment_count);
	cluster->segments = NULL;
	cluster->segment_count = 0;
}

/* What was collected until now is a segment, and what follows another one. */
static void end_segment(baton_cluster *cluster, bool is_multi)
{
	cluster->segments = safe_erealloc(cluster->segments, cluster->segment_count + 1, sizeof(baton_segment), 0);
	cluster->segments[cluster->segment_count++] = (baton_segment) {cluster->batch, is_multi};
	memset(&cluster->batch, 0, sizeof(cluster->batch));
}

/* The nodes have nothing more to hand out. */
static void forget_results(baton_cluster *cluster)
{
	baton_node *node;
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		zval_ptr_dtor(&node->results);
		ZVAL_UNDEF(&node->results);
		node->handed = 0;
		if (node->redis) {
			baton_cached_settle(node->redis);
		}
	} ZEND_HASH_FOREACH_END();
}

/* Back to commands that are answered at once. */
static void end(baton_cluster *cluster)
{
	cluster->front.mode = BATON_ATOMIC;
	baton_cluster_free_segments(cluster);
	baton_batch_free(&cluster->batch);
	if (cluster->nodes) {
		forget_results(cluster);
	}
}

/* Each server discards by itself what stood on a connection that ends. */
void baton_cluster_give_up(baton_cluster *cluster)
{
	baton_node *node;
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (is_multi(node)) {
			if (node->redis->connection) {
				bc_connection_close(node->redis->connection);
			}
			baton_redis_reset(node->redis);
		}
	} ZEND_HASH_FOREACH_END();
	end(cluster);
}

/* Keys that are watched at nodes that had no part in it. */
static bool unwatch(baton_cluster *cluster)
{
	baton_node *node;
	bool all = true;
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (node->redis == NULL || !node->redis->watching) {
			continue;
		}
		zval ok;
		bc_bytes word = {ZEND_STRL("UNWATCH")};
		bc_failure failure;
		if (bc_send_once(node->redis->connection, 1, &word, &failure)) {
			all = baton_reply_unwatch(node->redis, &ok, NULL) && Z_TYPE(ok) == IS_TRUE && all;
		} else {
			baton_redis_fail(node->redis, &failure);
			all = false;
		}
	} ZEND_HASH_FOREACH_END();
	return all;
}

PHP_METHOD(Baton_RedisCluster, unwatch)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	if (cluster->front.mode != BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "UNWATCH command not allowed in MULTI mode");
		RETURN_FALSE;
	}
	RETURN_BOOL(cluster->nodes == NULL || unwatch(cluster));
}

PHP_METHOD(Baton_RedisCluster, multi)
{
	zend_long mode = BATON_MULTI;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(mode)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_redis *front = &cluster->front;
	if (mode != BATON_MULTI && mode != BATON_PIPELINE) {
		php_error_docref(NULL, E_WARNING, "Unknown mode sent to RedisCluster::multi");
		RETURN_FALSE;
	}
	if (front->mode == BATON_PIPELINE && mode == BATON_MULTI) {
		end_segment(cluster, false);
		front->mode |= BATON_MULTI;
		RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
	}
	if (front->mode != BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "RedisCluster is already in %s mode, ignoring",
			front->mode & BATON_MULTI ? "MULTI" : "PIPELINE");
		RETURN_FALSE;
	}
	front->mode = (int) mode;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

PHP_METHOD(Baton_RedisCluster, pipeline)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *front = &BATON_CLUSTER_THIS()->front;
	if (front->mode & BATON_MULTI) {
		php_error_docref(NULL, E_WARNING, "RedisCluster is already in MULTI mode, ignoring");
		RETURN_FALSE;
	}
	front->mode = BATON_PIPELINE;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

/* EXEC at a node; false if its server refuses it, or cannot be asked. Where a watched key has changed there is nothing to tell, which is no
 * refusal. */
static bool commit_at(baton_cluster *cluster, baton_node *node)
{
	baton_redis *redis = node->redis;
	zend_object *before = EG(exception);
	uint64_t errors = redis->errors, failures = redis->failures;
	redis->redirection = BATON_ANSWERED;
	baton_redis_commit(redis, &node->results);
	node->handed = 0;
	baton_cluster_take_error(cluster, redis, errors);
	baton_cached_settle(redis);
	if (redis->failures != failures && EG(exception) && !before) {
		zend_clear_exception(); /* it is said once, for all of them */
	}
	return Z_TYPE(node->results) == IS_ARRAY || (redis->errors == errors && redis->failures == failures);
}

/* EXEC at each node that takes part, in the order of their first commands; the first that does not go on ends it, and the rest is discarded. */
static bool commit(baton_cluster *cluster, const baton_batch *batch)
{
	baton_node *node;
	bool all = true;
	for (uint32_t i = 0; i < batch->part_count && all; i++) {
		node = batch->parts[i].node;
		all = !is_multi(node) || commit_at(cluster, node);
	}
	/* Those that have refused each command that they were sent. */
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (is_multi(node)) {
			all = all && commit_at(cluster, node);
		}
		if (is_multi(node)) {
			baton_redis_discard(node->redis);
		}
	} ZEND_HASH_FOREACH_END();
	if (!all) {
		baton_cluster_throw(cluster, "Error processing EXEC across the cluster");
	}
	return all;
}

/* Results in the order of the commands, each from its own node. */
static void hand_out(baton_batch *batch)
{
	for (uint32_t i = 0; i < batch->part_count; i++) {
		baton_part *part = &batch->parts[i];
		zval *results = &part->node->results;
		zval *result = Z_TYPE_P(results) == IS_ARRAY
			? zend_hash_index_find(Z_ARRVAL_P(results), part->node->handed++) : NULL;
		if (result) {
			ZVAL_COPY(&part->result, result);
		}
	}
}

/* Has the nodes take the commands of a transaction that was collected here; false if one refuses. */
static bool queue_all(baton_cluster *cluster, const baton_batch *from, baton_batch *queued)
{
	for (uint32_t i = 0; i < from->part_count; i++) {
		const baton_part *part = &from->parts[i];
		baton_call call = {.redis = &cluster->front, .command = part->command, .reply = part->reply, .context = part->context};
		baton_batch_words(from, part, &call.arguments);
		bool taken = baton_cluster_queue(cluster, queued, &call, part->slot, part->only);
		baton_arguments_free(&call.arguments);
		if (!taken) {
			return false;
		}
	}
	return true;
}

/* A transaction of a pipeline, which has one result: the list of its commands'. */
static void run_nested(baton_cluster *cluster, baton_batch *batch, zval *to)
{
	baton_batch queued = {0};
	ZVAL_FALSE(to);
	cluster->front.mode = BATON_MULTI;
	bool taken = queue_all(cluster, batch, &queued);
	if (!taken && cluster->nodes) {
		baton_cluster_give_up(cluster);
	}
	if (taken && (cluster->nodes == NULL || commit(cluster, &queued))) {
		hand_out(&queued);
		for (uint32_t i = 0; i < queued.part_count; i++) {
			ZVAL_COPY(&batch->parts[i].result, &queued.parts[i].result);
		}
		baton_cluster_join(batch, to);
	}
	if (cluster->nodes) {
		forget_results(cluster);
	}
	cluster->front.mode = BATON_ATOMIC;
	baton_batch_free(&queued);
}

static void append_all(zval *to, zval *results)
{
	zval *result;
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(results), result) {
		Z_TRY_ADDREF_P(result);
		add_next_index_zval(to, result);
	} ZEND_HASH_FOREACH_END();
}

/* A pipeline with transactions in it: one segment after the other. */
static void run_segments(baton_cluster *cluster, baton_segment *segments, uint32_t count, zval *to)
{
	array_init(to);
	for (uint32_t i = 0; i < count && !EG(exception); i++) {
		zval results;
		if (segments[i].is_multi) {
			run_nested(cluster, &segments[i].batch, &results);
			add_next_index_zval(to, &results);
		} else {
			baton_cluster_run_batch(cluster, &segments[i].batch, &results);
			append_all(to, &results);
			zval_ptr_dtor(&results);
		}
	}
}

static void exec_multi(baton_cluster *cluster, baton_batch *batch, zval *to)
{
	bool done = cluster->nodes == NULL || commit(cluster, batch);
	if (cluster->nodes) {
		unwatch(cluster);
	}
	if (done) {
		hand_out(batch);
		baton_cluster_join(batch, to);
	} else {
		ZVAL_FALSE(to);
	}
}

PHP_METHOD(Baton_RedisCluster, exec)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	int mode = cluster->front.mode;
	if (mode == BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "RedisCluster is not in MULTI mode");
		RETURN_FALSE;
	}
	if (mode == (BATON_MULTI | BATON_PIPELINE)) {
		end_segment(cluster, true);
		cluster->front.mode = BATON_PIPELINE;
		RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
	}
	if (cluster->segment_count > 0) {
		end_segment(cluster, false);
	}
	baton_cluster_forget_error(cluster);
	/* Replies may call back into the program, for which all of this is over. */
	baton_batch batch = cluster->batch;
	baton_segment *segments = cluster->segments;
	uint32_t segment_count = cluster->segment_count;
	memset(&cluster->batch, 0, sizeof(cluster->batch));
	cluster->segments = NULL;
	cluster->segment_count = 0;
	cluster->busy++;
	cluster->front.mode = BATON_ATOMIC;
	if (mode == BATON_MULTI) {
		exec_multi(cluster, &batch, return_value);
	} else if (segment_count > 0) {
		run_segments(cluster, segments, segment_count, return_value);
	} else {
		baton_cluster_run_batch(cluster, &batch, return_value);
	}
	cluster->busy--;
	free_segments(segments, segment_count);
	baton_batch_free(&batch);
	end(cluster);
}

PHP_METHOD(Baton_RedisCluster, discard)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	bool all = true;
	if (cluster->front.mode == BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "Cluster is not in MULTI mode");
		RETURN_FALSE;
	}
	if (cluster->nodes && cluster->front.mode == BATON_MULTI) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (is_multi(node)) {
				all = baton_redis_discard(node->redis) && all;
			}
		} ZEND_HASH_FOREACH_END();
		unwatch(cluster);
	}
	end(cluster);
	RETURN_BOOL(all);
}
