/* What Relay's clusters have beyond PhpRedis's. What is asked of the memory as a whole is the class Redis's. */
#include "cluster.h"

#include "cached.h"
#include "commands.h"

ZEND_METHOD(Baton_Redis, isTracked);
ZEND_METHOD(Baton_Redis, addAllowPatterns);
ZEND_METHOD(Baton_Redis, addIgnorePatterns);
ZEND_METHOD(Baton_RedisCluster, setOption);
ZEND_METHOD(Baton_RedisCluster, getOption);

/* ---- Of a value ---- */

static uint64_t bytes_sent(const baton_cluster *cluster)
{
	const baton_node *node;
	uint64_t sent = 0;
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (node->redis && node->redis->connection) {
			sent += bc_bytes_sent(node->redis->connection);
		}
	} ZEND_HASH_FOREACH_END();
	return sent;
}

/* Runs a command and says whether that asked a server. The map is asked for before, if that is due, so that it is not taken for the command. */
static void with_meta(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	zval value;
	ZVAL_NULL(&value);
	if (cluster->front.use_cache && !baton_cluster_is_fresh(cluster)) {
		baton_cluster_map(cluster);
	}
	uint64_t sent = cluster->nodes ? bytes_sent(cluster) : 0;
	baton_cluster_run(execute_data, &value, command);
	if (EG(exception)) {
		zval_ptr_dtor(&value);
		RETURN_THROWS();
	}
	if (Z_TYPE(value) == IS_OBJECT && Z_OBJ(value) == Z_OBJ_P(ZEND_THIS)) {
		RETURN_COPY_VALUE(&value); /* it waits for exec() */
	}
	baton_tell_with_meta(return_value, &value, cluster->front.use_cache && cluster->nodes && bytes_sent(cluster) == sent);
}

PHP_METHOD(Baton_RedisCluster, getWithMeta)
{
	with_meta(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
}

PHP_METHOD(Baton_RedisCluster, hgetWithMeta)
{
	with_meta(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_hGet);
}

/* What its node's object says, which asks nobody. */
PHP_METHOD(Baton_RedisCluster, isTracked)
{
	zend_string *key;
	zval name;
	int slot;
	baton_node *only;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	ZVAL_STR(&name, key);
	baton_cluster_direct(cluster, &name, &slot, &only);
	const baton_shard *shard = baton_cluster_shard(cluster, slot);
	if (shard == NULL || shard->primary->redis == NULL) {
		RETURN_FALSE;
	}
	zend_object *self = Z_OBJ(execute_data->This);
	Z_OBJ(execute_data->This) = &shard->primary->redis->std;
	zim_Baton_Redis_isTracked(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	Z_OBJ(execute_data->This) = self;
}

/* ---- Patterns: those of the object are its nodes', too ---- */

static void replace_patterns(zend_array **to, zend_array *from)
{
	if (*to) {
		zend_array_destroy(*to);
	}
	*to = from ? zend_array_dup(from) : NULL;
}

void baton_cluster_give_patterns(const baton_cluster *cluster, baton_redis *redis)
{
	replace_patterns(&redis->allowed, cluster->front.allowed);
	replace_patterns(&redis->ignored, cluster->front.ignored);
	redis->has_patterns = redis->has_patterns || redis->allowed || redis->ignored;
}

static void add_patterns(INTERNAL_FUNCTION_PARAMETERS, zif_handler add)
{
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	add(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (cluster->nodes == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (node->redis) {
			baton_cluster_give_patterns(cluster, node->redis);
		}
	} ZEND_HASH_FOREACH_END();
}

PHP_METHOD(Baton_RedisCluster, addAllowPatterns)
{
	add_patterns(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_addAllowPatterns);
}

PHP_METHOD(Baton_RedisCluster, addIgnorePatterns)
{
	add_patterns(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_addIgnorePatterns);
}

/* ---- Of the connections ---- */

/* Those that are there: a node that nothing was asked of has none. */
PHP_METHOD(Baton_RedisCluster, endpointId)
{
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	const baton_node *node;
	char name[512];
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	if (cluster->nodes == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		size_t len = node->redis && node->redis->connection ? bc_near_name(node->redis->connection, name, sizeof(name)) : 0;
		if (len > 0) {
			add_next_index_stringl(return_value, name, len);
		}
	} ZEND_HASH_FOREACH_END();
}

PHP_METHOD(Baton_RedisCluster, idleTime)
{
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	const baton_node *node;
	uint64_t least = UINT64_MAX;
	ZEND_PARSE_PARAMETERS_NONE();
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis && node->redis->connection && bc_connection_is_open(node->redis->connection)) {
				least = MIN(least, bc_connection_idle_ms(node->redis->connection));
			}
		} ZEND_HASH_FOREACH_END();
	}
	if (least == UINT64_MAX) {
		RETURN_FALSE;
	}
	RETURN_LONG((zend_long) least);
}

/* Names of keys in memory, of the primaries that were asked something. */
PHP_METHOD(Baton_RedisCluster, _getKeys)
{
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	zend_function *get_keys = zend_hash_str_find_ptr(&baton_redis_ce->function_table, ZEND_STRL("_getkeys"));
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		baton_redis *redis = cluster->shards[i].primary->redis;
		zval names, *name;
		if (redis == NULL) {
			continue;
		}
		zend_call_known_instance_method_with_0_params(get_keys, &redis->std, &names);
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(names), name) {
			Z_TRY_ADDREF_P(name);
			zend_hash_next_index_insert(Z_ARRVAL_P(return_value), name);
		} ZEND_HASH_FOREACH_END();
		zval_ptr_dtor(&names);
	}
}

/* As one of the two methods, which see no more arguments than they take. */
PHP_METHOD(Baton_RedisCluster, option)
{
	zend_long option;
	zval *value = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(option)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	(void) option;
	if (value && Z_TYPE_P(value) != IS_NULL) {
		zim_Baton_RedisCluster_setOption(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	uint32_t count = ZEND_NUM_ARGS();
	ZEND_CALL_NUM_ARGS(execute_data) = 1;
	zim_Baton_RedisCluster_getOption(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ZEND_CALL_NUM_ARGS(execute_data) = count;
}

/* The next command asks who has which slots. */
PHP_METHOD(Baton_RedisCluster, flushSlotCache)
{
	ZEND_PARSE_PARAMETERS_NONE();
	BATON_CLUSTER_THIS()->mapped_at = 0;
	RETURN_TRUE;
}

/* No process keeps a map for another one: those of other processes ask again within a second, as ever. */
PHP_METHOD(Baton_RedisCluster, invalidateSlotCaches)
{
	ZEND_PARSE_PARAMETERS_NONE();
	for (baton_cluster *cluster = BATON_CACHE_G(clusters); cluster; cluster = cluster->after) {
		cluster->mapped_at = 0;
	}
	RETURN_TRUE;
}
