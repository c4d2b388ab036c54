/* The constructor: PhpRedis's array of settings, or Relay's list of arguments. */
#include "adaptive.h"
#include "redis.h"

static bool invalid(const char *what)
{
	zend_value_error("%s", what);
	return false;
}

static bool is_number(const zval *value)
{
	return Z_TYPE_P(value) == IS_LONG || Z_TYPE_P(value) == IS_DOUBLE;
}

static void set_string(zend_string **to, zend_string *string)
{
	if (*to) {
		zend_string_release(*to);
	}
	*to = string;
}

static bool set_auth(baton_redis *redis, zval *value)
{
	zend_string *user, *password;
	if (Z_TYPE_P(value) != IS_STRING && Z_TYPE_P(value) != IS_ARRAY) {
		return invalid("Invalid auth credentials");
	}
	if (baton_credentials(value, &user, &password)) {
		baton_set_credentials(redis, user, password);
	}
	return true;
}

static bool set_tls(baton_server *server, zval *value)
{
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return invalid("Invalid SSL context options");
	}
	if (server->tls) {
		zend_array_release(server->tls);
	}
	server->tls = zend_array_dup(Z_ARRVAL_P(value));
	return true;
}

static void set_persistent(baton_server *server, zval *value)
{
	if (Z_TYPE_P(value) == IS_STRING) {
		set_string(&server->persistent_id, zend_string_copy(Z_STR_P(value)));
		server->persistent = true;
	} else {
		server->persistent = zend_is_true(value);
	}
}

static bool set_backoff(baton_redis *redis, zval *value)
{
	zend_string *name;
	zval *setting;
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return invalid("Invalid backoff options");
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(value), name, setting) {
		zend_long option;
		if (name == NULL) {
			continue;
		}
		if (BATON_IS(name, "algorithm")) {
			option = BATON_OPT_BACKOFF_ALGORITHM;
		} else if (BATON_IS(name, "base")) {
			option = BATON_OPT_BACKOFF_BASE;
		} else if (BATON_IS(name, "cap")) {
			option = BATON_OPT_BACKOFF_CAP;
		} else {
			php_error_docref(NULL, E_WARNING, "Skip unknown backoff option '%s'", ZSTR_VAL(name));
			continue;
		}
		if (!baton_redis_set_option(redis, option, setting)) {
			return invalid("Invalid backoff options");
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool set_database(baton_server *server, zval *value)
{
	zend_long database = zval_get_long(value);
	if (database < 0 || database > INT_MAX) {
		return invalid("Invalid database");
	}
	server->database = database;
	return true;
}

/* Settings that are options of the object under another name. */
static bool set_by_option(baton_redis *redis, const zend_string *name, zval *value)
{
	static const struct { const char *name; zend_long option; } options[] = {
		{"prefix", BATON_OPT_PREFIX},
		{"serializer", BATON_OPT_SERIALIZER},
		{"compression", BATON_OPT_COMPRESSION},
		{"compression-level", BATON_OPT_COMPRESSION_LEVEL},
		{"max-retries", BATON_OPT_MAX_RETRIES},
		{"reply-literal", BATON_OPT_REPLY_LITERAL},
		{"null-mbulk-as-null", BATON_OPT_NULL_MULTIBULK_AS_NULL},
		{"exact-ttl", BATON_OPT_EXACT_TTL},
		{"use-cache", BATON_OPT_USE_CACHE},
		{"client-invalidations", BATON_OPT_CLIENT_INVALIDATIONS},
		{"client-tracking", BATON_OPT_CLIENT_TRACKING},
		{"phpredis-compatibility", BATON_OPT_PHPREDIS_COMPATIBILITY},
		{"throw-on-error", BATON_OPT_THROW_ON_ERROR},
	};
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		if (strcasecmp(ZSTR_VAL(name), options[i].name) == 0) {
			return baton_redis_set_option(redis, options[i].option, value)
				|| (zend_value_error("Invalid %s", options[i].name), false);
		}
	}
	php_error_docref(NULL, E_WARNING, "Skip unknown option '%s'", ZSTR_VAL(name));
	return true;
}

static bool set_seconds(double *to, const zval *value, const char *what)
{
	if (!is_number(value)) {
		return invalid(what);
	}
	*to = zval_get_double((zval *) value);
	return true;
}

static bool set_one(baton_redis *redis, const zend_string *name, zval *value)
{
	baton_server *server = &redis->server;
	if (BATON_IS(name, "host")) {
		if (Z_TYPE_P(value) != IS_STRING) {
			return invalid("Invalid host");
		}
		set_string(&server->host, zend_string_copy(Z_STR_P(value)));
		return true;
	}
	if (BATON_IS(name, "port")) {
		server->port = zval_get_long(value);
		return Z_TYPE_P(value) == IS_LONG || invalid("Invalid port");
	}
	if (BATON_IS(name, "connectTimeout")) {
		return set_seconds(&server->connect_timeout, value, "Invalid connect timeout");
	}
	if (BATON_IS(name, "readTimeout")) {
		return set_seconds(&server->read_timeout, value, "Invalid read timeout");
	}
	if (BATON_IS(name, "retryInterval")) {
		server->retry_interval = zval_get_long(value);
		return (is_number(value) && server->retry_interval >= 0) || invalid("Invalid retry interval");
	}
	if (BATON_IS(name, "persistent")) {
		set_persistent(server, value);
		return true;
	}
	if (BATON_IS(name, "ssl") || BATON_IS(name, "stream")) {
		return set_tls(server, value);
	}
	if (BATON_IS(name, "auth")) {
		return set_auth(redis, value);
	}
	if (BATON_IS(name, "backoff")) {
		return set_backoff(redis, value);
	}
	if (BATON_IS(name, "adaptive-cache")) {
		baton_adaptive_set(redis, value);
		return true;
	}
	if (BATON_IS(name, "database")) {
		return set_database(server, value);
	}
	return set_by_option(redis, name, value);
}

bool baton_redis_configure(baton_redis *redis, zend_array *settings)
{
	zend_string *name;
	zval *value;
	ZEND_HASH_FOREACH_STR_KEY_VAL(settings, name, value) {
		ZVAL_DEREF(value);
		if (name && !set_one(redis, name, value)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

PHP_METHOD(Baton_Redis, __construct)
{
	zend_array *settings = NULL, *context = NULL;
	zend_string *host = NULL;
	zend_long port = 6379, database = 0;
	double connect_timeout = 0, command_timeout = 0;
	ZEND_PARSE_PARAMETERS_START(0, 6)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_STR_OR_NULL(settings, host)
		Z_PARAM_LONG(port)
		Z_PARAM_DOUBLE(connect_timeout)
		Z_PARAM_DOUBLE(command_timeout)
		Z_PARAM_ARRAY_HT(context)
		Z_PARAM_LONG(database)
	ZEND_PARSE_PARAMETERS_END();

	baton_redis *redis = BATON_THIS();
	if (baton_redis_busy(redis)) {
		RETURN_THROWS();
	}
	baton_redis_drop(redis);
	baton_redis_reset(redis);
	baton_redis_forget_server(redis);
	baton_server_default(&redis->server);
	baton_options_default(redis);
	if (host) {
		set_string(&redis->server.host, zend_string_copy(host));
		redis->server.port = ZSTR_VAL(host)[0] == '/' && ZEND_NUM_ARGS() < 2 ? -1 : port;
	}
	redis->server.connect_timeout = connect_timeout;
	redis->server.read_timeout = command_timeout;
	zval number;
	ZVAL_LONG(&number, database);
	if (set_database(&redis->server, &number) && (!context || baton_redis_configure(redis, context)) && settings) {
		baton_redis_configure(redis, settings);
	}
}
