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

/* One that may answer a question that changes nothing. */
static baton_node *reader(baton_cluster *cluster, const baton_shard *shard)
{
	uint32_t replicas = shard->replica_count, own = 0;
	switch (cluster->failover) {
		case BATON_FAILOVER_ERROR:
			if (!baton_node_is_lost(shard->primary)) {
				return shard->primary;
			}
			break;
		case BATON_FAILOVER_DISTRIBUTE:
			own = 1;
			break;
		case BATON_FAILOVER_REPLICAS:
			break;
		default:
			return shard->primary;
	}
	if (replicas + own == 0) {
		return shard->primary;
	}
	uint32_t from = (uint32_t) by_chance(cluster, replicas + own);
	for (uint32_t i = 0; i < replicas + own; i++) {
		uint32_t at = (from + i) % (replicas + own);
		baton_node *node = at < replicas ? shard->replicas[at] : shard->primary;
		if (!baton_node_is_lost(node)) {
			return node;
		}
	}
	return shard->primary;
}

static baton_node *not_covered(int slot)
{
	char text[80];
	snprintf(text, sizeof(text), "The slot %d is not covered by any node in this cluster", slot);
	baton_cluster_throw(text);
	return NULL;
}

baton_node *baton_cluster_choose(baton_cluster *cluster, const baton_way *way)
{
	if (way->only) {
		return way->only;
	}
	if (UNEXPECTED(cluster->mapped_at == 0) && !baton_cluster_map(cluster)) {
		baton_cluster_throw("Couldn't map cluster keyspace using any provided seed");
		return NULL;
	}
	if (way->slot < 0) {
		baton_node *node = any_primary(cluster);
		return node ? node : not_covered(0);
	}
	const baton_shard *shard = baton_cluster_shard(cluster, way->slot);
	if (UNEXPECTED(shard == NULL)) {
		baton_cluster_map(cluster);
		shard = baton_cluster_shard(cluster, way->slot);
		if (shard == NULL) {
			return not_covered(way->slot);
		}
	}
	return EXPECTED(!way->reads || cluster->front.mode != BATON_ATOMIC) ? shard->primary : reader(cluster, shard);
}
