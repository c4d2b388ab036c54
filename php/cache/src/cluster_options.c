/* Options of a cluster: those of its nodes, and who answers what only reads. */
#include "cluster.h"

/* PhpRedis's modes: primaries alone; a replica where its primary cannot be reached; either of them; replicas, and the primary where none can
 * be reached. */
static const struct { baton_distribution distribution; baton_failover failover; } modes[] = {
	{BATON_DISTRIBUTE_NONE, BATON_FAILOVER_NONE},
	{BATON_DISTRIBUTE_NONE, BATON_FAILOVER_REPLICAS},
	{BATON_DISTRIBUTE_ALL, BATON_FAILOVER_ALL},
	{BATON_DISTRIBUTE_REPLICAS, BATON_FAILOVER_PRIMARY},
};

bool baton_cluster_set_replica_failover(baton_cluster_reading *reading, zend_long number)
{
	if (number < 0 || number >= (zend_long) (sizeof(modes) / sizeof(*modes))) {
		return false;
	}
	reading->distribution = modes[number].distribution;
	reading->failover = modes[number].failover;
	return true;
}

zend_long baton_cluster_replica_failover(const baton_cluster_reading *reading)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (modes[i].distribution == reading->distribution && modes[i].failover == reading->failover) {
			return (zend_long) i;
		}
	}
	return -1;
}

static bool set_zone(baton_cluster *cluster, zval *value)
{
	zend_string *zone = Z_TYPE_P(value) == IS_NULL ? NULL : zval_get_string(value);
	if (cluster->reading.zone) {
		zend_string_release(cluster->reading.zone);
	}
	cluster->reading.zone = zone && ZSTR_LEN(zone) > 0 ? zone : NULL;
	if (zone && ZSTR_LEN(zone) == 0) {
		zend_string_release(zone);
	}
	return true;
}

/* Whether it is one of the cluster's own options; `is_set` says whether it has such a value. */
static bool set_own(baton_cluster *cluster, zend_long option, zval *value, bool *is_set)
{
	zend_long number;
	switch (option) {
		case BATON_OPT_REPLICA_FAILOVER:
			*is_set = baton_cluster_set_replica_failover(&cluster->reading, zval_get_long(value));
			return true;
		case BATON_OPT_DISTRIBUTE:
			number = zval_get_long(value);
			*is_set = number >= BATON_DISTRIBUTE_NONE && number <= BATON_DISTRIBUTE_ALL;
			cluster->reading.distribution = *is_set ? (baton_distribution) number : cluster->reading.distribution;
			return true;
		case BATON_OPT_FAILOVER:
			number = zval_get_long(value);
			*is_set = number == BATON_FAILOVER_NONE || (number >= BATON_FAILOVER_RANDOM_REPLICA && number <= BATON_FAILOVER_ALL);
			cluster->reading.failover = *is_set ? (baton_failover) number : cluster->reading.failover;
			return true;
		case BATON_OPT_AVAILABILITY_ZONE:
			*is_set = set_zone(cluster, value);
			return true;
		default:
			return false;
	}
}

PHP_METHOD(Baton_RedisCluster, setOption)
{
	zend_long option;
	zval *value;
	bool is_set;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(option)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *node;
	if (baton_cluster_busy(cluster)) {
		RETURN_THROWS();
	}
	if (set_own(cluster, option, value, &is_set)) {
		RETURN_BOOL(is_set);
	}
	if (option == BATON_OPT_TCP_KEEPALIVE) {
		cluster->front.options.keepalive = zval_get_long(value) > 0;
	} else if (!baton_redis_set_option(&cluster->front, option, value)) {
		RETURN_FALSE;
	}
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			if (node->redis) {
				baton_redis_set_option(node->redis, option, value);
			}
		} ZEND_HASH_FOREACH_END();
	}
	RETURN_TRUE;
}

PHP_METHOD(Baton_RedisCluster, getOption)
{
	zend_long option, number;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(option)
	ZEND_PARSE_PARAMETERS_END();
	const baton_cluster *cluster = BATON_CLUSTER_THIS();
	switch (option) {
		case BATON_OPT_REPLICA_FAILOVER:
			number = baton_cluster_replica_failover(&cluster->reading);
			if (number < 0) {
				RETURN_FALSE;
			}
			RETURN_LONG(number);
		case BATON_OPT_DISTRIBUTE:
			RETURN_LONG(cluster->reading.distribution);
		case BATON_OPT_FAILOVER:
			RETURN_LONG(cluster->reading.failover);
		case BATON_OPT_AVAILABILITY_ZONE:
			if (cluster->reading.zone == NULL) {
				RETURN_NULL();
			}
			RETURN_STR_COPY(cluster->reading.zone);
		default:
			baton_redis_get_option(&cluster->front, option, return_value);
	}
}
