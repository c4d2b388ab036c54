/* Which node is asked: who has the slot, or one of its replicas where those may answer. One that could not be reached a moment ago is left
 * alone where another one will do. */
#include "cluster.h"

static uint64_t by_chance(baton_cluster *cluster, uint64_t count)
{
	uint64_t x = cluster->chance;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	cluster->chance = x;
	return x % count;
}

static baton_node *any_primary(baton_cluster *cluster)
{
	uint32_t from = cluster->shard_count ? (uint32_t) by_chance(cluster, cluster->shard_count) : 0;
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		baton_node *node = cluster->shards[(from + i) % cluster->shard_count].primary;
		if (!baton_node_is_lost(node)) {
			return node;
		}
	}
	return cluster->shard_count ? cluster->shards[from].primary : NULL;
}

static bool is_in_zone(const baton_node *node, const zend_string *zone)
{
	return node->zone && zend_string_equals(node->zone, zone);
}

/* By chance a replica, or with `own` the primary, that can be reached; NULL if there is none, with `only_one` already where the first is none. */
static baton_node *pick(baton_cluster *cluster, const baton_shard *shard, bool own, bool only_one, const zend_string *zone)
{
	uint32_t count = shard->replica_count + own, from = count ? (uint32_t) by_chance(cluster, count) : 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = (from + i) % count;
		baton_node *node = at < shard->replica_count ? shard->replicas[at] : shard->primary;
		if (zone && !is_in_zone(node, zone)) {
			continue;
		}
		if (!baton_node_is_lost(node)) {
			return node;
		}
		if (only_one) {
			break;
		}
	}
	return NULL;
}

/* Those of the zone first, where one is wished for. */
static baton_node *pick_near(baton_cluster *cluster, const baton_shard *shard, bool own, bool only_one)
{
	const zend_string *zone = cluster->reading.zone;
	baton_node *node = zone ? pick(cluster, shard, own, only_one, zone) : NULL;
	return node ? node : pick(cluster, shard, own, only_one, NULL);
}

static baton_node *by_distribution(baton_cluster *cluster, const baton_shard *shard)
{
	switch (cluster->reading.distribution) {
		case BATON_DISTRIBUTE_RANDOM:
			return pick_near(cluster, shard, true, true);
		case BATON_DISTRIBUTE_RANDOM_REPLICA:
			return pick_near(cluster, shard, false, true);
		case BATON_DISTRIBUTE_REPLICAS:
			return pick_near(cluster, shard, false, false);
		case BATON_DISTRIBUTE_ALL:
			return pick_near(cluster, shard, true, false);
		default:
			return baton_node_is_lost(shard->primary) ? NULL : shard->primary;
	}
}

static baton_node *by_failover(baton_cluster *cluster, const baton_shard *shard)
{
	switch (cluster->reading.failover) {
		case BATON_FAILOVER_RANDOM_REPLICA:
			return pick_near(cluster, shard, false, true);
		case BATON_FAILOVER_REPLICAS:
			return pick_near(cluster, shard, false, false);
		case BATON_FAILOVER_ALL:
			return pick_near(cluster, shard, true, false);
		default:
			return NULL;
	}
}

/* One that may answer a question that changes nothing. */
static baton_node *reader(baton_cluster *cluster, const baton_shard *shard)
{
	if (EXPECTED(cluster->reading.distribution == BATON_DISTRIBUTE_NONE && cluster->reading.failover == BATON_FAILOVER_NONE)) {
		return shard->primary;
	}
	baton_node *node = by_distribution(cluster, shard);
	node = node ? node : by_failover(cluster, shard);
	return node ? node : shard->primary;
}

static baton_node *not_covered(const baton_cluster *cluster, int slot)
{
	char text[80];
	snprintf(text, sizeof(text), "The slot %d is not covered by any node in this cluster", slot);
	baton_cluster_throw(cluster, text);
	return NULL;
}

baton_node *baton_cluster_choose(baton_cluster *cluster, const baton_way *way)
{
	if (way->only) {
		return way->only;
	}
	if (UNEXPECTED(cluster->mapped_at == 0) && !baton_cluster_map(cluster)) {
		baton_cluster_throw(cluster, "Couldn't map cluster keyspace using any provided seed");
		return NULL;
	}
	if (way->slot < 0) {
		baton_node *node = any_primary(cluster);
		return node ? node : not_covered(cluster, 0);
	}
	const baton_shard *shard = baton_cluster_shard(cluster, way->slot);
	if (UNEXPECTED(shard == NULL)) {
		baton_cluster_map(cluster);
		shard = baton_cluster_shard(cluster, way->slot);
		if (shard == NULL) {
			return not_covered(cluster, way->slot);
		}
	}
	return EXPECTED(!way->reads || cluster->front.mode != BATON_ATOMIC) ? shard->primary : reader(cluster, shard);
}
