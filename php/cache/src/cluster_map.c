/* Which node has which slots, as CLUSTER SLOTS says.
 *
 * The map is asked for when there is none, when a node says that a slot has moved, and when a node cannot be reached. It is also asked for
 * each second while replies are kept: a node reports the changes of its keys, but nobody reports that they are no longer its keys. */
#include "cluster.h"

#include "replies.h"
#include "zend_exceptions.h"

/* How long what is kept may be believed without asking for the map; and how long a new one serves all that learn that it is old. */
#define FRESH_MS 1000
#define SETTLED_MS 50

bool baton_cluster_is_fresh(const baton_cluster *cluster)
{
	return cluster->mapped_at != 0 && baton_cluster_now() - cluster->mapped_at < FRESH_MS;
}

void baton_cluster_free_map(baton_cluster *cluster)
{
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		if (cluster->shards[i].replicas) {
			efree(cluster->shards[i].replicas);
		}
	}
	if (cluster->shards) {
		efree(cluster->shards);
	}
	cluster->shards = NULL;
	cluster->shard_count = 0;
	memset(cluster->slots, 0, sizeof(cluster->slots));
}

/* ---- What was answered ---- */

static zval *element(zval *list, zend_ulong at, zend_uchar type)
{
	zval *value = Z_TYPE_P(list) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(list), at) : NULL;
	return value && Z_TYPE_P(value) == type ? value : NULL;
}

/* What Valkey says of a node beside its place: name, value, name, value. */
static void take_zone(baton_node *node, zval *facts)
{
	zval *name, *zone;
	for (zend_ulong i = 0; facts && (name = element(facts, i, IS_STRING)) && (zone = element(facts, i + 1, IS_STRING)); i += 2) {
		if (zend_string_equals_literal(Z_STR_P(name), "availability-zone")) {
			if (node->zone) {
				zend_string_release(node->zone);
			}
			node->zone = zend_string_copy(Z_STR_P(zone));
		}
	}
}

/* [host, port, ...]; a server that does not know its own address says none: it is the one that was asked. NULL of what is no host. */
static baton_node *node_of(baton_cluster *cluster, zval *description, const baton_redis *asked)
{
	zval *port = element(description, 1, IS_LONG);
	zval *host = element(description, 0, IS_STRING);
	bool is_own = host == NULL || Z_STRLEN_P(host) == 0;
	if (port == NULL || Z_LVAL_P(port) <= 0 || Z_LVAL_P(port) > UINT16_MAX || (!is_own && !baton_cluster_is_host(Z_STR_P(host)))) {
		return NULL;
	}
	baton_node *node = baton_cluster_node(cluster, is_own ? asked->server.host : Z_STR_P(host), Z_LVAL_P(port));
	node->mapped = true;
	take_zone(node, element(description, 3, IS_ARRAY));
	return node;
}

static uint32_t shard_of(baton_cluster *cluster, baton_node *primary)
{
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		if (cluster->shards[i].primary == primary) {
			return i;
		}
	}
	cluster->shards = safe_erealloc(cluster->shards, cluster->shard_count + 1, sizeof(baton_shard), 0);
	cluster->shards[cluster->shard_count] = (baton_shard) {.primary = primary};
	primary->replica = false;
	return cluster->shard_count++;
}

/* [first, last, primary, replica ...] */
static void add_range(baton_cluster *cluster, zval *range, const baton_redis *asked)
{
	zval *first = element(range, 0, IS_LONG), *last = element(range, 1, IS_LONG), *description = element(range, 2, IS_ARRAY);
	baton_node *primary = description ? node_of(cluster, description, asked) : NULL;
	if (!first || !last || !primary || Z_LVAL_P(first) < 0 || Z_LVAL_P(last) >= BATON_SLOTS) {
		return;
	}
	uint32_t number = shard_of(cluster, primary);
	baton_shard *shard = &cluster->shards[number];
	uint32_t count = zend_hash_num_elements(Z_ARRVAL_P(range)) - 3;
	if (shard->replicas == NULL && count > 0) {
		shard->replicas = safe_emalloc(count, sizeof(baton_node *), 0);
		for (uint32_t i = 0; i < count; i++) {
			zval *replica = element(range, 3 + i, IS_ARRAY);
			baton_node *node = replica ? node_of(cluster, replica, asked) : NULL;
			if (node && node != primary) {
				node->replica = true;
				shard->replicas[shard->replica_count++] = node;
			}
		}
	}
	for (zend_long slot = Z_LVAL_P(first); slot <= Z_LVAL_P(last); slot++) {
		cluster->slots[slot] = (uint16_t) (number + 1);
	}
}

static void take_map(baton_cluster *cluster, zval *ranges, const baton_redis *asked)
{
	baton_node *node;
	zval *range;
	baton_cluster_free_map(cluster);
	memset(cluster->leaving, 0, sizeof(cluster->leaving));
	if (cluster->nodes) {
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			node->mapped = false;
		} ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(ranges), range) {
		add_range(cluster, range, asked);
	} ZEND_HASH_FOREACH_END();
	cluster->mapped_at = baton_cluster_now();
	cluster->changed = true;
}

/* ---- Asking ---- */

/* False, without an exception, if what came is no map, or one in which nobody has any slot. */
static bool ask(baton_redis *redis, zval *ranges)
{
	baton_arguments arguments;
	zend_object *before = EG(exception);
	baton_arguments_init(&arguments);
	BATON_ADD_LITERAL(&arguments, "CLUSTER");
	BATON_ADD_LITERAL(&arguments, "SLOTS");
	bc_node node;
	ZVAL_UNDEF(ranges);
	bool answered = baton_redis_send(redis, &arguments, true) && baton_redis_next(redis, &node)
		&& baton_take_any(redis, &node, BATON_STATUS_STRING, ranges);
	baton_arguments_free(&arguments);
	if (!answered && EG(exception) && !before) {
		zend_clear_exception();
	}
	if (answered && Z_TYPE_P(ranges) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(ranges)) > 0) {
		return true;
	}
	zval_ptr_dtor(ranges);
	return false;
}

/* Whether something can be asked in between. */
static bool is_idle(const baton_node *node)
{
	const baton_redis *redis = node->redis;
	return redis == NULL
		|| (redis->mode == BATON_ATOMIC && !redis->unpacking && (redis->connection == NULL || bc_pending(redis->connection) == 0));
}

static bool map_from(baton_cluster *cluster, baton_node *node)
{
	zval ranges;
	if (!is_idle(node) || !baton_node_open(cluster, node) || !ask(node->redis, &ranges)) {
		return false;
	}
	take_map(cluster, &ranges, node->redis);
	zval_ptr_dtor(&ranges);
	baton_cluster_forget_unmapped(cluster);
	return true;
}

/* Those that are connected come first, then those that have not been lost a moment ago, then all. */
static bool map_from_nodes(baton_cluster *cluster)
{
	int64_t now = baton_cluster_now();
	for (int round = 0; round < 3 && cluster->nodes; round++) {
		baton_node *node;
		ZEND_HASH_FOREACH_PTR(cluster->nodes, node) {
			bool connected = node->redis && node->redis->connection && bc_connection_is_open(node->redis->connection);
			bool lost = node->lost && now - node->lost < FRESH_MS;
			if ((connected ? 0 : lost ? 2 : 1) == round && map_from(cluster, node)) {
				return true;
			}
		} ZEND_HASH_FOREACH_END();
	}
	return false;
}

bool baton_cluster_map(baton_cluster *cluster)
{
	if (cluster->mapped_at && baton_cluster_now() - cluster->mapped_at < SETTLED_MS) {
		return true;
	}
	if (map_from_nodes(cluster)) {
		return true;
	}
	zval *seed;
	ZEND_HASH_FOREACH_VAL(cluster->seeds, seed) {
		zend_string *host;
		zend_long port;
		if (!baton_cluster_seed(Z_STR_P(seed), &host, &port)) {
			continue;
		}
		bool mapped = map_from(cluster, baton_cluster_node(cluster, host, port));
		zend_string_release(host);
		if (mapped) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}
