/* Which node is asked: who has the slot, or one of its replicas where those may answer. One that could not be reached a moment ago is left
 * alone where another one will do. */
#include "cluster.h"

static baton_node *any_primary(baton_cluster *cluster)
{
	uint32_t from = cluster->shard_count ? (uint32_t) bc_by_chance(&cluster->chance, cluster->shard_count) : 0;
	for (uint32_t i = 0; i < cluster->shard_count; i++) {
		baton_node *node = cluster->shards[(from + i) % cluster->shard_count].primary;
		if (!baton_node_is_lost(node)) {
			return node;
		}
	}
	return cluster->shard_count ? cluster->shards[from].primary : NULL;
}

/* Of a shard with more the others are not read from. */
#define MOST_REPLICAS 63

static bool is_in_zone(const baton_node *node, const zend_string *zone)
{
	return node->zone && zend_string_equals(node->zone, zone);
}

/* One that may answer a question that changes nothing. */
static baton_node *reader(baton_cluster *cluster, const baton_shard *shard)
{
	const baton_cluster_reading *reading = &cluster->reading;
	bc_candidate nodes[MOST_REPLICAS + 1];
	uint32_t replicas = MIN(shard->replica_count, MOST_REPLICAS);
	size_t chosen;
	if (EXPECTED(reading->distribution == BATON_DISTRIBUTE_NONE && reading->failover == BATON_FAILOVER_NONE)) {
		return shard->primary;
	}
	for (uint32_t i = 0; i <= replicas; i++) {
		const baton_node *node = i < replicas ? shard->replicas[i] : shard->primary;
		nodes[i] = (bc_candidate) { baton_node_is_lost(node), reading->zone && is_in_zone(node, reading->zone) };
	}
	chosen = bc_choose_reader(nodes, replicas + 1, reading->distribution, reading->failover, reading->zone != NULL, &cluster->chance);
	return chosen < replicas ? shard->replicas[chosen] : shard->primary;
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
