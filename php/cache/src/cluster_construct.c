/* The constructor: seeds, or the name of a cluster that php.ini knows. */
#include "cluster.h"

#include "SAPI.h"
#include "php_variables.h"
#include "zend_ini.h"

/* How long a command may wait for its node where no timeouts are given, in milliseconds: a failover of a cluster whose nodes agree within
 * a second or two is waited for, and a request is not lost to one that takes longer. */
#define WAIT_MS 5000

bool baton_cluster_seed(const zend_string *seed, zend_string **host, zend_long *port)
{
	const char *colon = strrchr(ZSTR_VAL(seed), ':'), *bracket = strrchr(ZSTR_VAL(seed), ']');
	if (colon == NULL || colon == ZSTR_VAL(seed) || (bracket && bracket > colon)) {
		return false;
	}
	*port = ZEND_STRTOL(colon + 1, NULL, 10);
	if (*port <= 0 || *port > UINT16_MAX) {
		return false;
	}
	*host = zend_string_init(ZSTR_VAL(seed), colon - ZSTR_VAL(seed), 0);
	return true;
}

/* In an order that is another one for each process: the first seed is not the one that all of them ask. */
static zend_array *usable(baton_cluster *cluster, zend_array *seeds)
{
	zend_array *from = zend_new_array(zend_hash_num_elements(seeds)), *to;
	zval *seed, copy;
	ZEND_HASH_FOREACH_VAL(seeds, seed) {
		zend_string *host;
		zend_long port;
		ZVAL_DEREF(seed);
		if (Z_TYPE_P(seed) == IS_STRING && baton_cluster_seed(Z_STR_P(seed), &host, &port)) {
			zend_string_release(host);
			ZVAL_COPY(&copy, seed);
			zend_hash_next_index_insert_new(from, &copy);
		}
	} ZEND_HASH_FOREACH_END();
	uint32_t count = zend_hash_num_elements(from);
	to = zend_new_array(count);
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_COPY(&copy, zend_hash_index_find(from, (i + cluster->chance) % count));
		zend_hash_next_index_insert_new(to, &copy);
	}
	zend_array_destroy(from);
	return to;
}

/* Where seeds are reached by TLS, so are the nodes that they name without a word of it. */
static void take_scheme(baton_cluster *cluster)
{
	static const char *const schemes[] = {"tls://", "ssl://", "rediss://"};
	zval *seed;
	ZEND_HASH_FOREACH_VAL(cluster->seeds, seed) {
		for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
			if (strncasecmp(Z_STRVAL_P(seed), schemes[i], strlen(schemes[i])) == 0 && cluster->front.server.tls == NULL) {
				cluster->front.server.tls = zend_new_array(0);
			}
		}
	} ZEND_HASH_FOREACH_END();
}

bool baton_cluster_begin(baton_cluster *cluster, zend_array *seeds, double timeout, double read_timeout)
{
	if (timeout < 0 || timeout > INT_MAX) {
		baton_cluster_throw(cluster, "Invalid timeout");
		return false;
	}
	if (read_timeout < 0 || read_timeout > INT_MAX) {
		baton_cluster_throw(cluster, "Invalid read timeout");
		return false;
	}
	if (cluster->seeds) {
		zend_array_release(cluster->seeds);
	}
	cluster->seeds = usable(cluster, seeds);
	if (zend_hash_num_elements(cluster->seeds) == 0) {
		baton_cluster_throw(cluster, "No valid seeds detected");
		return false;
	}
	take_scheme(cluster);
	cluster->front.server.connect_timeout = timeout;
	cluster->front.server.read_timeout = read_timeout;
	cluster->retry_for = timeout + read_timeout > 0 ? (int64_t) ((timeout + read_timeout) * 1000) : WAIT_MS;
	if (!baton_cluster_map(cluster)) {
		baton_cluster_throw(cluster, "Couldn't map cluster keyspace using any provided seed");
		return false;
	}
	return true;
}

/* ---- Clusters by name ---- */

/* A setting "name=value&other=value" as an array; what PhpRedis is told in php.ini counts where we are told nothing. */
static void read_setting(const char *what, zval *to)
{
	zend_string *ours = strpprintf(0, "baton_cache.clusters.%s", what);
	const char *value = zend_ini_string(ZSTR_VAL(ours), ZSTR_LEN(ours), 0);
	zend_string_release(ours);
	array_init(to);
	if (value == NULL || *value == '\0') {
		zend_string *theirs = strpprintf(0, "redis.clusters.%s", what);
		value = NULL;
		cfg_get_string(ZSTR_VAL(theirs), (char **) &value);
		zend_string_release(theirs);
	}
	if (value && *value) {
		sapi_module.treat_data(PARSE_STRING, estrdup(value), to);
	}
}

static zval *named(zval *settings, const zend_string *name)
{
	return zend_hash_find(Z_ARRVAL_P(settings), (zend_string *) name);
}

static bool begin_named(baton_cluster *cluster, const zend_string *name)
{
	zval seeds, timeouts, read_timeouts, auths, persistent;
	read_setting("seeds", &seeds);
	read_setting("timeout", &timeouts);
	read_setting("read_timeout", &read_timeouts);
	read_setting("auth", &auths);
	read_setting("persistent", &persistent);
	zval *list = named(&seeds, name), *timeout = named(&timeouts, name), *read_timeout = named(&read_timeouts, name);
	zval *auth = named(&auths, name), *keep = named(&persistent, name);
	zend_string *user, *password;
	bool begun = false;
	if (auth && baton_credentials(auth, &user, &password)) {
		baton_set_credentials(&cluster->front, user, password);
	}
	cluster->front.server.persistent = keep && zend_is_true(keep);
	if (list == NULL || Z_TYPE_P(list) != IS_ARRAY) {
		baton_cluster_throw(cluster, "Couldn't find seeds for cluster");
	} else {
		begun = baton_cluster_begin(cluster, Z_ARRVAL_P(list), timeout ? zval_get_double(timeout) : 0,
			read_timeout ? zval_get_double(read_timeout) : 0);
	}
	zval *const all[] = {&seeds, &timeouts, &read_timeouts, &auths, &persistent};
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		zval_ptr_dtor(all[i]);
	}
	return begun;
}

/* PhpRedis's context is TLS's options; Relay's has them under "stream", and settings beside them. */
static bool is_relay(zend_array *context)
{
	static const char *const names[] = {"stream", "use-cache", "prefix", "serializer", "compression", "max-retries"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (zend_hash_str_exists(context, names[i], strlen(names[i]))) {
			return true;
		}
	}
	return false;
}

/* False with an exception. */
static bool take_context(baton_cluster *cluster, zend_array *context)
{
	if (context && is_relay(context)) {
		return baton_redis_configure(&cluster->front, context);
	}
	if (context) {
		cluster->front.server.tls = zend_array_dup(context);
	}
	return true;
}

PHP_METHOD(Baton_RedisCluster, __construct)
{
	zend_string *name = NULL;
	zend_array *seeds = NULL, *context = NULL;
	double timeout = 0, read_timeout = 0;
	bool persistent = false;
	zval *auth = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 7)
		Z_PARAM_STR_OR_NULL(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(seeds)
		Z_PARAM_DOUBLE(timeout)
		Z_PARAM_DOUBLE(read_timeout)
		Z_PARAM_BOOL(persistent)
		Z_PARAM_ZVAL_OR_NULL(auth)
		Z_PARAM_ARRAY_HT_OR_NULL(context)
	ZEND_PARSE_PARAMETERS_END();
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	zend_string *user, *password;
	if (cluster->seeds) {
		baton_cluster_throw(cluster, "RedisCluster::__construct() was called already");
		RETURN_THROWS();
	}
	if (seeds == NULL || zend_hash_num_elements(seeds) == 0) {
		if (name == NULL || ZSTR_LEN(name) == 0) {
			baton_cluster_throw(cluster, "You must specify a name or pass seeds!");
		} else {
			begin_named(cluster, name);
		}
		return;
	}
	if (auth && baton_credentials(auth, &user, &password)) {
		baton_set_credentials(&cluster->front, user, password);
	}
	cluster->front.server.persistent = persistent;
	if (take_context(cluster, context)) {
		baton_cluster_begin(cluster, seeds, timeout, read_timeout);
	}
}
