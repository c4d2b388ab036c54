/* The classes under the names of PhpRedis and of Relay, so that programs written for these run as they are. Programs ask for the extension, too
 * (extension_loaded, phpversion), so there is a module of its name, which has nothing but its version. */
#include "aliases.h"

#include "names.h"
#include "settings.h"

#include "zend_ini.h"

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

/* In the order of baton_phpredis_version. */
static zend_module_entry redis_modules[] = {NAMED("redis", "5.3.7"), NAMED("redis", "6.1.0"), NAMED("redis", "6.3.0")};
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

/* Registers a module, to which the classes that follow belong, as programs find that they do; what PHP was starting, which is to be put back.
 * NULL if PHP refuses. */
static zend_module_entry *begin_module(zend_module_entry *module)
{
	zend_module_entry *self = EG(current_module), *registered = zend_register_internal_module(module);
	EG(current_module) = registered;
	return registered ? self : NULL;
}

/* PhpRedis's settings of arrays, which programs set while they run. */
PHP_INI_BEGIN()
	PHP_INI_ENTRY("redis.arrays.algorithm", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.auth", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.autorehash", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.connecttimeout", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.consistent", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.distributor", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.functions", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.hosts", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.index", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.lazyconnect", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.names", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.pconnect", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.previous", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.readtimeout", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("redis.arrays.retryinterval", "0", PHP_INI_ALL, NULL)
PHP_INI_END()

static bool name_phpredis(int module_number)
{
	baton_phpredis_version version = baton_cache_settings.phpredis_version;
	if (has_extension("redis", "baton_cache.phpredis_aliases")) {
		return true;
	}
	phpredis = true;
	zend_module_entry *self = begin_module(&redis_modules[version]);
	if (self == NULL) {
		return false;
	}
	if (version == BATON_PHPREDIS_5_3_7) {
		baton_names_register_phpredis_5();
	} else {
		baton_names_register_phpredis_6(version == BATON_PHPREDIS_6_3_0);
	}
	EG(current_module) = self;
	return zend_register_ini_entries(ini_entries, module_number) == SUCCESS;
}

static bool name_relay(void)
{
	if (has_extension("relay", "baton_cache.relay_aliases")) {
		return true;
	}
	zend_module_entry *self = begin_module(&relay_module);
	if (self == NULL) {
		return false;
	}
	baton_names_register_relay();
	EG(current_module) = self;
	return true;
}

bool baton_cache_register_aliases(int module_number)
{
	phpredis = false;
	return (!baton_cache_settings.phpredis_aliases || name_phpredis(module_number))
		&& (!baton_cache_settings.relay_aliases || name_relay());
}
