/* The classes under the names of PhpRedis and of Relay, so that programs written for these run as they are. Programs ask for the extension, too
 * (extension_loaded, phpversion), so there is a module of its name, which has nothing but its version. */
#include "aliases.h"

#include "adaptive.h"
#include "cluster.h"
#include "redis.h"
#include "redis_events.h"
#include "sentinel.h"
#include "settings.h"
#include "table.h"

/* Whose methods, options and ways to fail these classes have. */
#define PHPREDIS_VERSION "6.1.0"
#define RELAY_VERSION "0.40.0"

static bool phpredis;

bool baton_cache_is_phpredis(void)
{
	return phpredis;
}

#define NAMED(module_name, module_version) { \
	STANDARD_MODULE_HEADER, \
	module_name, \
	NULL, \
	NULL, \
	NULL, \
	NULL, \
	NULL, \
	NULL, \
	module_version, \
	STANDARD_MODULE_PROPERTIES \
}

static zend_module_entry redis_module = NAMED("redis", PHPREDIS_VERSION);
static zend_module_entry relay_module = NAMED("relay", RELAY_VERSION);

/* Where the extension itself is loaded, what is written for it has it. */
static bool has_extension(const char *name, const char *setting)
{
	if (!zend_hash_str_exists(&module_registry, name, strlen(name))) {
		return false;
	}
	php_error_docref(NULL, E_CORE_WARNING, "%s = 1 is without effect: the extension %s is loaded, which has these names", setting, name);
	return true;
}

static bool name_class(const char *name, zend_class_entry *ce)
{
	return zend_register_class_alias_ex(name, strlen(name), ce, true) == SUCCESS;
}

static bool name_phpredis(void)
{
	if (has_extension("redis", "baton_cache.phpredis_aliases")) {
		return true;
	}
	phpredis = true;
	return zend_register_internal_module(&redis_module) != NULL && name_class("Redis", baton_redis_ce)
		&& name_class("RedisException", baton_redis_exception_ce) && name_class("RedisCluster", baton_cluster_ce)
		&& name_class("RedisClusterException", baton_cluster_exception_ce) && name_class("RedisSentinel", baton_sentinel_ce);
}

static bool name_relay(void)
{
	return has_extension("relay", "baton_cache.relay_aliases")
		|| (zend_register_internal_module(&relay_module) != NULL && name_class("Relay\\Relay", baton_redis_ce)
			&& name_class("Relay\\Exception", baton_redis_exception_ce) && name_class("Relay\\Cluster", baton_cluster_ce)
			&& name_class("Relay\\Sentinel", baton_sentinel_ce) && name_class("Relay\\Table", baton_table_ce)
			&& name_class("Relay\\Event", baton_event_ce) && name_class("Relay\\Event\\Invalidated", baton_event_invalidated_ce)
			&& name_class("Relay\\Event\\Flushed", baton_event_flushed_ce) && name_class("Relay\\AdaptiveCache", baton_adaptive_ce));
}

bool baton_cache_register_aliases(void)
{
	phpredis = false;
	return (!baton_cache_settings.phpredis_aliases || name_phpredis())
		&& (!baton_cache_settings.relay_aliases || name_relay());
}
