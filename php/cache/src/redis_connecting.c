/* The methods that connect, disconnect, and say who asks. */
#include "redis.h"

/* A path, or a URL of one: such a place has no port. */
static bool is_unix(const zend_string *host)
{
	return ZSTR_VAL(host)[0] == '/' || strncasecmp(ZSTR_VAL(host), "unix://", 7) == 0
		|| strncasecmp(ZSTR_VAL(host), "file://", 7) == 0;
}

/* Under Relay's names the options that were set before stay as they are, a read timeout among them unless connect() is given one. */
static void keep_options(baton_redis *redis, baton_server *server, bool has_read_timeout)
{
	zend_string *prefix = redis->options.prefix;
	redis->options.prefix = NULL;
	server->read_timeout = has_read_timeout ? server->read_timeout : redis->server.read_timeout;
	baton_redis_forget_server(redis);
	redis->options.prefix = prefix;
}

/* What connect() says of the server; in PhpRedis an object's options begin again with it. */
static void set_server(baton_redis *redis, baton_server *server, bool has_read_timeout, zval *context)
{
	baton_redis_drop(redis);
	baton_redis_reset(redis);
	if (baton_names_are_relays(redis->names)) {
		keep_options(redis, server, has_read_timeout);
	} else {
		baton_redis_forget_server(redis);
		baton_options_default(redis);
	}
	redis->server = *server;
	zend_string_addref(redis->server.host);
	if (redis->server.persistent_id) {
		zend_string_addref(redis->server.persistent_id);
	}
	if (context == NULL) {
		return;
	}
	/* Relay's is its constructor's. */
	if (baton_names_are_relays(redis->names)) {
		baton_redis_configure(redis, Z_ARRVAL_P(context));
		return;
	}
	zval *tls = zend_hash_str_find(Z_ARRVAL_P(context), ZEND_STRL("stream"));
	zval *auth = zend_hash_str_find(Z_ARRVAL_P(context), ZEND_STRL("auth"));
	if (tls && Z_TYPE_P(tls) == IS_ARRAY) {
		redis->server.tls = zend_array_dup(Z_ARRVAL_P(tls));
	}
	zend_string *user, *password;
	if (auth && baton_credentials(auth, &user, &password)) {
		baton_set_credentials(redis, user, password);
	}
}

static bool check(const baton_server *server)
{
	if (server->connect_timeout > INT_MAX) {
		zend_value_error("Invalid connect timeout");
	} else if (server->read_timeout > INT_MAX) {
		zend_value_error("Invalid read timeout");
	} else if (server->retry_interval < 0 || server->retry_interval > INT_MAX) {
		zend_value_error("Invalid retry interval");
	} else {
		return true;
	}
	return false;
}

/* Connects at once; an object that cannot is one that was never given a server. */
static bool connect_now(baton_redis *redis)
{
	bc_failure failure;
	if (!baton_redis_prepare(redis)) {
		return false;
	}
	if (bc_connection_open(redis->connection, &failure)) {
		return true;
	}
	baton_redis_fail(redis, &failure);
	baton_redis_drop(redis);
	baton_redis_forget_server(redis);
	return false;
}

static void connect_method(INTERNAL_FUNCTION_PARAMETERS, bool persistent)
{
	baton_server server = {.port = -1, .persistent = persistent};
	zval *context = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 8)
		Z_PARAM_STR(server.host)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(server.port)
		Z_PARAM_DOUBLE(server.connect_timeout)
		Z_PARAM_STR_OR_NULL(server.persistent_id)
		Z_PARAM_LONG(server.retry_interval)
		Z_PARAM_DOUBLE(server.read_timeout)
		Z_PARAM_ARRAY_OR_NULL(context)
		Z_PARAM_LONG(server.database)
	ZEND_PARSE_PARAMETERS_END();

	if (!persistent) {
		server.persistent_id = NULL;
	}
	if (!check(&server)) {
		RETURN_THROWS();
	}
	if (server.port == -1 && !is_unix(server.host)) {
		server.port = 6379;
	}
	baton_redis *redis = BATON_THIS();
	if (baton_redis_busy(redis)) {
		RETURN_THROWS();
	}
	set_server(redis, &server, ZEND_NUM_ARGS() >= 6, context);
	if (EG(exception)) {
		RETURN_THROWS();
	}
	RETURN_BOOL(connect_now(redis));
}

PHP_METHOD(Baton_Redis, connect)
{
	connect_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

PHP_METHOD(Baton_Redis, pconnect)
{
	connect_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

PHP_METHOD(Baton_Redis, close)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (baton_redis_busy(redis)) {
		RETURN_THROWS();
	}
	if (redis->connection == NULL || !bc_connection_is_open(redis->connection)) {
		RETURN_FALSE;
	}
	bc_connection_close(redis->connection);
	baton_redis_reset(redis);
	RETURN_TRUE;
}

/* A transaction that nobody ends would be the next one's who gets the connection. */
PHP_METHOD(Baton_Redis, __destruct)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (!(redis->mode & BATON_MULTI) || redis->unpacking) {
		return;
	}
	if (!(redis->mode & BATON_PIPELINE) && redis->connection && bc_connection_is_open(redis->connection)) {
		bc_bytes discard = {ZEND_STRL("DISCARD")};
		bc_node node;
		if (!bc_send_once(redis->connection, 1, &discard, NULL) || !bc_reply(redis->connection, &node, NULL)) {
			bc_connection_close(redis->connection);
		}
	}
	baton_redis_reset(redis);
}
