/* The class Baton\RedisCluster: what an object holds, and how it ends. */
#include "cluster.h"

#include <time.h>

#include "ext/spl/spl_exceptions.h"

#include "zend_attributes.h"

#include "redis_cluster_arginfo.h"

zend_class_entry *baton_cluster_ce;
zend_class_entry *baton_cluster_exception_ce;

static zend_object_handlers handlers;

int64_t baton_cluster_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (int64_t) now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1; /* never 0, which stands for never */
}

void baton_cluster_throw(const baton_cluster *cluster, const char *text)
{
	baton_throw(cluster->front.names->cluster_exception, text);
}

/* ---- The object ---- */

static zend_object *create_object(zend_class_entry *ce)
{
	baton_cluster *cluster = zend_object_alloc(sizeof(baton_cluster), ce);
	memset(cluster, 0, XtOffsetOf(baton_cluster, front.std));
	zend_object_std_init(&cluster->front.std, ce);
	object_properties_init(&cluster->front.std, ce);
	baton_options_default(&cluster->front);
	/* Where a connection is lost for good, another node is looked for. */
	cluster->front.options.max_retries = 1;
	cluster->front.use_cache = true;
	cluster->front.names = baton_names_of(ce);
	cluster->front.cluster = &cluster->front.std;
	cluster->chance = (uint64_t) baton_cluster_now() ^ (uint64_t) (uintptr_t) cluster ^ ((uint64_t) getpid() << 32);
	cluster->front.std.handlers = &handlers;
	cluster->after = BATON_CACHE_G(clusters);
	if (cluster->after) {
		cluster->after->before = cluster;
	}
	BATON_CACHE_G(clusters) = cluster;
	return &cluster->front.std;
}

static void drop_listener(baton_cluster *cluster)
{
	if (cluster->listener) {
		baton_redis *listener = cluster->listener;
		cluster->listener = NULL;
		OBJ_RELEASE(&listener->std);
	}
}

static void free_object(zend_object *object)
{
	baton_cluster *cluster = baton_cluster_of(object);
	*(cluster->before ? &cluster->before->after : &BATON_CACHE_G(clusters)) = cluster->after;
	if (cluster->after) {
		cluster->after->before = cluster->before;
	}
	baton_cluster_free_segments(cluster);
	baton_batch_free(&cluster->batch);
	baton_cluster_free_callbacks(cluster);
	drop_listener(cluster);
	baton_cluster_free_map(cluster);
	baton_cluster_free_nodes(cluster);
	if (cluster->seeds) {
		zend_array_release(cluster->seeds);
	}
	if (cluster->sent_on) {
		zend_string_release(cluster->sent_on);
	}
	if (cluster->reading.zone) {
		zend_string_release(cluster->reading.zone);
	}
	baton_redis_forget_server(&cluster->front);
	baton_redis_reset(&cluster->front);
	if (cluster->front.allowed) {
		zend_array_destroy(cluster->front.allowed);
	}
	if (cluster->front.ignored) {
		zend_array_destroy(cluster->front.ignored);
	}
	zend_object_std_dtor(object);
}

/* Callbacks that hear messages may hold the cluster. */
static HashTable *collect(zend_object *object, zval **table, int *count)
{
	const baton_cluster *cluster = baton_cluster_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	if (cluster->listener) {
		zend_get_gc_buffer_add_obj(buffer, &cluster->listener->std);
	}
	baton_cluster_collect_callbacks(cluster, buffer);
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

void baton_cache_register_cluster(void)
{
	baton_cluster_exception_ce = register_class_Baton_RedisClusterException(spl_ce_RuntimeException);
	baton_cluster_ce = register_class_Baton_RedisCluster();
	baton_cluster_ce->create_object = create_object;
	baton_own_names.cluster = baton_cluster_ce;
	baton_own_names.cluster_exception = baton_cluster_exception_ce;
	handlers = std_object_handlers;
	handlers.offset = XtOffsetOf(baton_cluster, front.std);
	handlers.free_obj = free_object;
	handlers.get_gc = collect;
	handlers.clone_obj = NULL;
}

/* ---- What an object knows of its nodes ---- */

PHP_METHOD(Baton_RedisCluster, _masters)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	array_init_size(return_value, cluster->shard_count);
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		const baton_node *node = cluster->shards[i].primary;
		zval place;
		array_init_size(&place, 2);
		add_next_index_str(&place, zend_string_copy(node->host));
		add_next_index_long(&place, node->port);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), &place);
	}
}

PHP_METHOD(Baton_RedisCluster, _redir)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	if (cluster->sent_on) {
		RETURN_STR_COPY(cluster->sent_on);
	}
}

PHP_METHOD(Baton_RedisCluster, getTransferredBytes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	uint64_t sent = 0, received = 0;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis && node->redis->connection) {
				sent += bc_bytes_sent(node->redis->connection);
				received += bc_bytes_received(node->redis->connection);
			}
		} ZEND_HASH_FOREACH_END();
	}
	array_init_size(return_value, 2);
	add_next_index_long(return_value, (zend_long) sent);
	add_next_index_long(return_value, (zend_long) received);
}

PHP_METHOD(Baton_RedisCluster, clearTransferredBytes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis && node->redis->connection) {
				bc_clear_bytes(node->redis->connection);
			}
		} ZEND_HASH_FOREACH_END();
	}
}

PHP_METHOD(Baton_RedisCluster, close)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis && node->redis->connection) {
				bc_connection_close(node->redis->connection);
				baton_redis_reset(node->redis);
			}
		} ZEND_HASH_FOREACH_END();
	}
	cluster->front.mode = BATON_ATOMIC;
	baton_batch_free(&cluster->batch);
	RETURN_TRUE;
}

/* ---- Messages: a connection of their own, since others ask meanwhile ---- */

typedef void (*method)(INTERNAL_FUNCTION_PARAMETERS);

static void hear(INTERNAL_FUNCTION_PARAMETERS, method method, bool begins)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	bool outermost = cluster->listener == NULL;
	if (outermost) {
		baton_way way = {-1, NULL, false, true};
		baton_node *node;
		if (!begins) {
			php_error_docref(NULL, E_WARNING, "You can't unsubscribe outside of a subscribe loop");
			RETURN_FALSE;
		}
		zval *channels = ZEND_CALL_ARG(execute_data, 1), *first;
		if (ZEND_NUM_ARGS() > 0 && Z_TYPE_P(channels) == IS_ARRAY
			&& (first = zend_hash_index_find(Z_ARRVAL_P(channels), 0)) != NULL) {
			baton_node *only;
			/* Channels of a shard are the node's that has their slot; any other will do for the rest. */
			baton_cluster_direct(cluster, first, &way.slot, &only);
		}
		node = baton_cluster_choose(cluster, &way);
		if (node == NULL) {
			RETURN_THROWS();
		}
		cluster->listener = baton_cluster_connection(cluster, node->host, node->port);
		cluster->listener->use_cache = false;
	}
	zend_object *self = Z_OBJ(execute_data->This);
	baton_redis *listener = cluster->listener;
	GC_ADDREF(&listener->std);
	Z_OBJ(execute_data->This) = &listener->std;
	method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	Z_OBJ(execute_data->This) = self;
	if (listener->redirection != BATON_ANSWERED) {
		cluster->mapped_at = 0;
	}
	OBJ_RELEASE(&listener->std);
	if (outermost) {
		drop_listener(cluster);
	}
}

#define LISTENS(name, begins) \
	ZEND_METHOD(Baton_Redis, name); \
	PHP_METHOD(Baton_RedisCluster, name) \
	{ \
		hear(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_##name, begins); \
	}

LISTENS(subscribe, true)
LISTENS(psubscribe, true)
LISTENS(ssubscribe, true)
LISTENS(unsubscribe, false)
LISTENS(punsubscribe, false)
LISTENS(sunsubscribe, false)
