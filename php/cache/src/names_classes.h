/* What the files of each set of names share. */
#ifndef BATON_CACHE_NAMES_CLASSES_H
#define BATON_CACHE_NAMES_CLASSES_H

#include "adaptive.h"
#include "cluster.h"
#include "names.h"
#include "redis_array.h"
#include "redis_events.h"
#include "sentinel.h"
#include "table.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_attributes.h"
#include "zend_exceptions.h"

/* Objects of these are made as those of Baton's own names; what a set of names has not is Baton's. */
static inline void baton_names_fill(baton_names *names, zend_class_entry *redis, zend_class_entry *cluster, zend_class_entry *sentinel,
	zend_class_entry *array)
{
	*names = baton_own_names;
	names->redis = redis;
	names->cluster = cluster;
	names->sentinel = sentinel;
	names->array = array;
	redis->create_object = baton_redis_ce->create_object;
	cluster->create_object = baton_cluster_ce->create_object;
	sentinel->create_object = baton_sentinel_ce->create_object;
	if (array) {
		array->create_object = baton_array_ce->create_object;
	}
}

#endif
