/* Databases of a cluster, which Valkey 9 has and Redis refuses: one number for all nodes. */
#include "cluster.h"

#include "commands.h"

PHP_METHOD(Baton_RedisCluster, getDBNum)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(BATON_CLUSTER_THIS()->front.server.database);
}

/* Whether a node is in the database then; one that is not connected will be. */
static bool select_at(baton_cluster *cluster, baton_node *node, zend_long database)
{
	baton_redis *redis = node->redis;
	zval number, selected;
	if (redis == NULL) {
		return true;
	}
	if (redis->connection && bc_connection_is_open(redis->connection)) {
		uint64_t errors = redis->errors;
		zend_function *select = zend_hash_str_find_ptr(&baton_redis_ce->function_table, ZEND_STRL("select"));
		ZVAL_LONG(&number, database);
		zend_call_known_instance_method_with_1_params(select, &redis->std, &selected, &number);
		bool done = Z_TYPE(selected) == IS_TRUE;
		zval_ptr_dtor(&selected);
		baton_cluster_take_error(cluster, redis, errors);
		if (!done) {
			return false;
		}
	}
	redis->server.database = database;
	return true;
}

/* All nodes or none: where one refuses, those before it go back. */
PHP_METHOD(Baton_RedisCluster, select)
{
	zend_long database;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(database)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node, *refused = NULL;
	if (database < 0 || database > INT_MAX || cluster->front.mode != BATON_ATOMIC || baton_cluster_busy(cluster)) {
		RETURN_FALSE;
	}
	baton_cluster_forget_error(cluster);
	zend_long before = cluster->front.server.database;
	cluster->busy++;
	/* Where nothing is connected yet, one node says whether there is such a database. */
	if (cluster->shard_count > 0) {
		baton_node_open(cluster, cluster->shards[0].primary);
	}
	ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
		if (!select_at(cluster, node, database)) {
			refused = node;
			break;
		}
	} ZEND_HASH_FOREACH_END();
	if (refused == NULL) {
		cluster->front.server.database = database;
	} else {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node == refused) {
				break;
			}
			select_at(cluster, node, before);
		} ZEND_HASH_FOREACH_END();
	}
	cluster->busy--;
	baton_cluster_throw_error(cluster);
	RETURN_BOOL(refused == NULL);
}
