/* The settings of php.ini. A wrong one stops PHP's start: a cache that silently runs with another size or policy than the one that
 * was asked for is found out too late. */
#include "settings.h"

#include "../rust/include/memory.h"
#include "SAPI.h"
#include "zend_ini.h"

baton_settings baton_cache_settings;

/* The least that the table's own parts and a few entries fit in; the most that its offsets reach. */
#define LEAST_MEMORY ((zend_long) 1024 * 1024)
#define MOST_MEMORY ((zend_long) 64 * 1024 * 1024 * 1024)
#define LEAST_COPIES ((zend_long) 64 * 1024)
#define MOST_COPIES ((zend_long) 1024 * 1024 * 1024)

/* Passwords are for nobody who looks at phpinfo(). */
static ZEND_INI_DISP(tell_nothing)
{
	const zend_string *value = type == ZEND_INI_DISPLAY_ORIG && ini_entry->modified ? ini_entry->orig_value : ini_entry->value;
	if (value && ZSTR_LEN(value) > 0) {
		ZEND_WRITE("hidden", strlen("hidden"));
	} else if (sapi_module.phpinfo_as_text) {
		ZEND_WRITE("no value", strlen("no value"));
	} else {
		ZEND_WRITE("<i>no value</i>", strlen("<i>no value</i>"));
	}
}

PHP_INI_BEGIN()
	PHP_INI_ENTRY("baton_cache.maxmemory", "64M", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.eviction_policy", "s3fifo", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.zero_copy", "arrays", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.zero_copy_cli", "0", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.copies", "4M", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.default_pconnect", "1", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.allow", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.ignore", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.adaptive", "0", PHP_INI_SYSTEM, NULL) /* accepted; adaptive.h */
	PHP_INI_ENTRY("baton_cache.tracking", "default", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.tracking_prefixes", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.exact_ttl", "0", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.allowed_classes", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.phpredis_aliases", "0", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.phpredis_version", "6.3.0", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("baton_cache.relay_aliases", "0", PHP_INI_SYSTEM, NULL)
	/* Sessions; session.c. */
	PHP_INI_ENTRY("baton_cache.session.locking_enabled", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.lock_expire", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.lock_retries", "100", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.lock_wait_time", "20000", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.early_refresh", "0", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.compression", "none", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.session.compression_level", "3", PHP_INI_ALL, NULL)
	/* Of RedisCluster by name, each "name=value&other=value"; cluster_construct.c. */
	PHP_INI_ENTRY("baton_cache.clusters.seeds", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.clusters.timeout", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY("baton_cache.clusters.read_timeout", "", PHP_INI_ALL, NULL)
	PHP_INI_ENTRY_EX("baton_cache.clusters.auth", "", PHP_INI_ALL, NULL, tell_nothing)
	PHP_INI_ENTRY("baton_cache.clusters.persistent", "", PHP_INI_ALL, NULL)
PHP_INI_END()

static bool wrong(const char *name, const char *value, const char *allowed)
{
	php_error_docref(NULL, E_CORE_WARNING, "%s = \"%s\" is not possible: it must be %s", name, value, allowed);
	return false;
}

/* The index of a setting's value in the list of its possible values, or -1. */
static int one_of(const char *name, const char *const *values)
{
	const char *value = zend_ini_string((char *) name, strlen(name), 0);
	if (*value == '\0' || strcmp(value, "0") == 0) {
		value = "off"; /* which is what PHP's own reader makes of that word, unless it stands in quotes */
	}
	for (int i = 0; values[i]; i++) {
		if (strcasecmp(value, values[i]) == 0) {
			return i;
		}
	}
	return -1;
}

/* A size: 0, or within its bounds. */
static bool read_size(const char *name, zend_long least, zend_long most, const char *allowed, size_t *size)
{
	zend_string *text = zend_ini_get_value(zend_string_init_interned(name, strlen(name), 1));
	char *end;
	zend_long bytes;

	errno = 0;
	bytes = ZEND_STRTOL(ZSTR_VAL(text), &end, 10);
	if (errno == 0 && end != ZSTR_VAL(text) && bytes >= 0) {
		switch (*end) {
			case 'g': case 'G': bytes = bytes > most ? most + 1 : bytes * 1024 * 1024 * 1024; end++; break;
			case 'm': case 'M': bytes = bytes > most ? most + 1 : bytes * 1024 * 1024; end++; break;
			case 'k': case 'K': bytes = bytes > most ? most + 1 : bytes * 1024; end++; break;
		}
		if (*end == '\0' && (bytes == 0 || (bytes >= least && bytes <= most))) {
			*size = (size_t) bytes;
			return true;
		}
	}
	return wrong(name, ZSTR_VAL(text), allowed);
}

static bool read_memory(void)
{
	return read_size("baton_cache.maxmemory", LEAST_MEMORY, MOST_MEMORY, "0, for no shared memory, or from 1M to 64G",
			&baton_cache_settings.memory) &&
		read_size("baton_cache.copies", LEAST_COPIES, MOST_COPIES, "0, for none, or from 64K to 1G", &baton_cache_settings.copies);
}

/* Programs of these kinds run one request after the other, each with an end. */
static bool requests_end(void)
{
	static const char *const kinds[] = { "fpm-fcgi", "cgi-fcgi", "apache2handler", "litespeed", "cli-server", NULL };
	for (int i = 0; kinds[i]; i++) {
		if (strcmp(sapi_module.name, kinds[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Patterns that are parted by blanks or commas. NULL for none; false if there are too many. */
static bool read_patterns(const char *name, zend_array **patterns)
{
	const char *text = zend_ini_string((char *) name, strlen(name), 0);
	*patterns = NULL;
	while (*(text += strspn(text, ", \t\n"))) {
		size_t len = strcspn(text, ", \t\n");
		zval pattern;
		if (*patterns == NULL) {
			*patterns = pemalloc(sizeof(zend_array), 1);
			zend_hash_init(*patterns, 8, NULL, NULL, 1);
		}
		if (zend_hash_num_elements(*patterns) == BATON_MOST_PATTERNS) {
			return wrong(name, text, "at most 64 patterns");
		}
		ZVAL_INTERNED_STR(&pattern, zend_string_init_interned(text, len, 1));
		zend_hash_next_index_insert(*patterns, &pattern);
		text += len;
	}
	return true;
}

/* Names of classes, parted as patterns are. NULL for all. "none", which is the name of no class, leaves a list of nothing. */
static void read_classes(void)
{
	const char *text = INI_STR("baton_cache.allowed_classes");
	while (*(text += strspn(text, ", \t\n"))) {
		size_t len = strcspn(text, ", \t\n");
		if (baton_cache_settings.classes == NULL) {
			baton_cache_settings.classes = pemalloc(sizeof(zend_array), 1);
			zend_hash_init(baton_cache_settings.classes, 8, NULL, NULL, 1);
		}
		if (strncasecmp(text, "none", len) != 0 || len != 4) {
			char *lower = zend_str_tolower_dup(*text == '\\' ? text + 1 : text, *text == '\\' ? len - 1 : len);
			zend_hash_add_empty_element(baton_cache_settings.classes, zend_string_init_interned(lower, strlen(lower), 1));
			efree(lower);
		}
		text += len;
	}
}

/* The server takes none that another one begins with. */
static bool prefixes_differ(void)
{
	zval *one, *other;
	if (baton_cache_settings.prefixes == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_VAL(baton_cache_settings.prefixes, one) {
		ZEND_HASH_FOREACH_VAL(baton_cache_settings.prefixes, other) {
			if (one != other && Z_STRLEN_P(one) >= Z_STRLEN_P(other) && memcmp(Z_STRVAL_P(one), Z_STRVAL_P(other), Z_STRLEN_P(other)) == 0) {
				return wrong("baton_cache.tracking_prefixes", Z_STRVAL_P(one), "prefixes of which none begins with another");
			}
		} ZEND_HASH_FOREACH_END();
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool read_tracking(void)
{
	static const char *const ways[] = { "default", "broadcast", NULL };
	int way = one_of("baton_cache.tracking", ways);
	const char *prefixes = INI_STR("baton_cache.tracking_prefixes");
	if (way < 0) {
		return wrong("baton_cache.tracking", INI_STR("baton_cache.tracking"), "default or broadcast");
	}
	if (way == 0 && *prefixes) {
		return wrong("baton_cache.tracking_prefixes", prefixes, "empty, unless baton_cache.tracking = broadcast");
	}
	baton_cache_settings.broadcasts = way == 1;
	return read_patterns("baton_cache.tracking_prefixes", &baton_cache_settings.prefixes) && prefixes_differ();
}

bool baton_cache_read_settings(int type, int module_number)
{
	/* Names of other policies are accepted, and mean that entries are evicted: by S3-FIFO. */
	static const char *const policies[] = { "noeviction", "s3fifo", "lru", "lfu", "random", NULL };
	static const char *const copies[] = { "off", "arrays", "all", NULL };      /* baton_zero_copy */
	static const char *const versions[] = { "5.3.7", "6.1.0", "6.3.0", NULL }; /* baton_phpredis_version */
	int policy, zero_copy, version;

	REGISTER_INI_ENTRIES();
	policy = one_of("baton_cache.eviction_policy", policies);
	if (policy < 0) {
		return wrong("baton_cache.eviction_policy", INI_STR("baton_cache.eviction_policy"), "s3fifo, lru, lfu, random or noeviction");
	}
	zero_copy = one_of("baton_cache.zero_copy", copies);
	if (zero_copy < 0) {
		return wrong("baton_cache.zero_copy", INI_STR("baton_cache.zero_copy"), "off, arrays or all");
	}
	version = one_of("baton_cache.phpredis_version", versions);
	if (version < 0) {
		return wrong("baton_cache.phpredis_version", INI_STR("baton_cache.phpredis_version"), "5.3.7, 6.1.0 or 6.3.0");
	}
	baton_cache_settings.phpredis_version = (baton_phpredis_version) version;
	baton_cache_settings.evicts = policy > 0;
	baton_cache_settings.phpredis_aliases = INI_BOOL("baton_cache.phpredis_aliases");
	baton_cache_settings.relay_aliases = INI_BOOL("baton_cache.relay_aliases");
	baton_cache_settings.zero_copy = requests_end() || INI_BOOL("baton_cache.zero_copy_cli") ? (baton_zero_copy) zero_copy : BATON_ZERO_COPY_OFF;
	baton_cache_settings.exact_ttl = INI_BOOL("baton_cache.exact_ttl");
	baton_cache_settings.keeps_connections = INI_BOOL("baton_cache.default_pconnect");
	read_classes();
	if (!read_memory()) {
		return false;
	}
	if (requests_end()) { /* and what they are lent is better */
		baton_cache_settings.copies = 0;
	}
	return read_tracking() && read_patterns("baton_cache.allow", &baton_cache_settings.allowed) &&
		read_patterns("baton_cache.ignore", &baton_cache_settings.ignored);
}

static void forget_patterns(zend_array **patterns)
{
	if (*patterns) {
		zend_hash_destroy(*patterns);
		pefree(*patterns, 1);
		*patterns = NULL;
	}
}

void baton_cache_forget_settings(int type, int module_number)
{
	forget_patterns(&baton_cache_settings.allowed);
	forget_patterns(&baton_cache_settings.ignored);
	forget_patterns(&baton_cache_settings.prefixes);
	forget_patterns(&baton_cache_settings.classes);
	UNREGISTER_INI_ENTRIES();
}
