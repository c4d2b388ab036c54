/* Events of a cluster: callbacks that each primary's object has, as it hears of the keys that are its own. The cluster keeps them for the
 * nodes that it meets later. */
#include "cluster.h"

#include "redis_events.h"

typedef struct baton_cluster_callback {
	zval callback;
	zend_string *pattern; /* NULL for all keys */
	int on;
} callback;

void baton_cluster_give_callbacks(const baton_cluster *cluster, baton_redis *redis)
{
	for (uint32_t i = 0; i < cluster->callback_count && redis->listening == NULL; i++) {
		for (uint32_t each = 0; each < cluster->callback_count; each++) {
			callback *given = &cluster->callbacks[each];
			if (!baton_events_add(redis, &given->callback, given->pattern, given->on)) {
				return;
			}
		}
	}
}

void baton_cluster_collect_callbacks(const baton_cluster *cluster, zend_get_gc_buffer *buffer)
{
	for (uint32_t i = 0; i < cluster->callback_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &cluster->callbacks[i].callback);
	}
}

/* Ends those of one kind, or all with -1. What ends may run PHP code, which finds it gone. */
static void forget(baton_cluster *cluster, int on)
{
	callback *gone = safe_emalloc(cluster->callback_count, sizeof(callback), 1);
	uint32_t kept = 0, count = 0;
	for (uint32_t i = 0; i < cluster->callback_count; i++) {
		if (on < 0 || cluster->callbacks[i].on == on) {
			gone[count++] = cluster->callbacks[i];
		} else {
			cluster->callbacks[kept++] = cluster->callbacks[i];
		}
	}
	cluster->callback_count = kept;
	if (kept == 0 && cluster->callbacks) {
		efree(cluster->callbacks);
		cluster->callbacks = NULL;
	}
	for (uint32_t i = 0; i < count; i++) {
		zval_ptr_dtor(&gone[i].callback);
		if (gone[i].pattern) {
			zend_string_release(gone[i].pattern);
		}
	}
	efree(gone);
}

void baton_cluster_free_callbacks(baton_cluster *cluster)
{
	forget(cluster, -1);
}

/* ---- Of the primaries ---- */

/* Has each primary that can be reached hear it; false where none does. */
static bool add_to_primaries(baton_cluster *cluster, const callback *added)
{
	bool heard = false;
	if (cluster->mapped_at == 0 && !baton_cluster_map(cluster)) {
		baton_cluster_throw(cluster, "Couldn't map cluster keyspace using any provided seed");
		return false;
	}
	for (uint32_t i = 0; i < cluster->shard_count && !EG(exception); i++) {
		baton_node *node = cluster->shards[i].primary;
		if (baton_node_open(cluster, node)) {
			heard = baton_events_add(node->redis, (zval *) &added->callback, added->pattern, added->on) || heard;
		}
	}
	return heard && !EG(exception);
}

static void change(INTERNAL_FUNCTION_PARAMETERS, int on, uint32_t most)
{
	zend_fcall_info fci;
	zend_fcall_info_cache cache;
	zend_string *pattern = NULL;
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	ZEND_PARSE_PARAMETERS_START(1, most)
		Z_PARAM_FUNC_OR_NULL(fci, cache)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(pattern)
	ZEND_PARSE_PARAMETERS_END();
	if (ZEND_FCI_INITIALIZED(fci)) {
		if (cluster->callback_count == BATON_MOST_CALLBACKS) {
			zend_value_error("There can be at most %d callbacks: each is asked about each event", BATON_MOST_CALLBACKS);
			RETURN_THROWS();
		}
		cluster->callbacks = safe_erealloc(cluster->callbacks, cluster->callback_count + 1, sizeof(callback), 0);
		callback added = {.pattern = pattern ? zend_string_copy(pattern) : NULL, .on = on};
		ZVAL_COPY(&added.callback, &fci.function_name);
		bool heard = add_to_primaries(cluster, &added);
		cluster->callbacks[cluster->callback_count++] = added;
		RETURN_BOOL(heard);
	}
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis) {
				baton_events_forget(node->redis, on);
			}
		} ZEND_HASH_FOREACH_END();
	}
	forget(cluster, on);
	RETURN_TRUE;
}

PHP_METHOD(Baton_RedisCluster, listen)
{
	change(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_ALL, 1);
}

PHP_METHOD(Baton_RedisCluster, onFlushed)
{
	change(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_FLUSHED, 1);
}

PHP_METHOD(Baton_RedisCluster, onInvalidated)
{
	change(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_INVALIDATED, 2);
}

/* Nodes do not go while their callbacks are called, which may use the cluster. */
bool baton_cluster_dispatch(baton_cluster *cluster, zend_long *count)
{
	*count = 0;
	cluster->busy++;
	for (uint32_t i = 0; i < cluster->shard_count && !EG(exception); i++) {
		baton_redis *redis = cluster->shards[i].primary->redis;
		if (redis && redis->listening && redis->mode == BATON_ATOMIC && !redis->unpacking) {
			*count += MAX(baton_events_dispatch(redis), 0);
		}
	}
	if (--cluster->busy == 0 && UNEXPECTED(cluster->changed)) {
		baton_cluster_forget_unmapped(cluster);
	}
	return !EG(exception);
}

PHP_METHOD(Baton_RedisCluster, dispatchEvents)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	zend_long count;
	ZEND_PARSE_PARAMETERS_NONE();
	if (cluster->callback_count == 0) {
		RETURN_FALSE;
	}
	if (baton_cluster_dispatch(cluster, &count)) {
		RETURN_LONG(count);
	}
}
