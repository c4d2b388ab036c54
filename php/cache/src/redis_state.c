/* What an object knows of itself and its server, without asking anybody. */
#include "redis.h"

/* Most of these are false on an object without a connection. */
static baton_redis *connected(INTERNAL_FUNCTION_PARAMETERS)
{
	if (zend_parse_parameters_none() == FAILURE) {
		return NULL;
	}
	baton_redis *redis = BATON_THIS();
	if (redis->connection && bc_connection_is_open(redis->connection)) {
		return redis;
	}
	ZVAL_FALSE(return_value);
	return NULL;
}

#define CONNECTED_OR_FALSE(redis) \
	baton_redis *redis = connected(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
	if (redis == NULL) { \
		return; \
	}

PHP_METHOD(Baton_Redis, isConnected)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_redis *redis = BATON_THIS();
	RETURN_BOOL(redis->connection && bc_connection_is_open(redis->connection));
}

PHP_METHOD(Baton_Redis, getHost)
{
	CONNECTED_OR_FALSE(redis)
	RETURN_STR_COPY(redis->server.host);
}

PHP_METHOD(Baton_Redis, getPort)
{
	CONNECTED_OR_FALSE(redis)
	RETURN_LONG(redis->server.port);
}

PHP_METHOD(Baton_Redis, getDBNum)
{
	CONNECTED_OR_FALSE(redis)
	RETURN_LONG(redis->database);
}

PHP_METHOD(Baton_Redis, getTimeout)
{
	CONNECTED_OR_FALSE(redis)
	RETURN_DOUBLE(redis->server.connect_timeout);
}

PHP_METHOD(Baton_Redis, getReadTimeout)
{
	CONNECTED_OR_FALSE(redis)
	RETURN_DOUBLE(redis->server.read_timeout);
}

PHP_METHOD(Baton_Redis, getPersistentID)
{
	CONNECTED_OR_FALSE(redis)
	if (redis->server.persistent_id == NULL) {
		RETURN_NULL();
	}
	RETURN_STR_COPY(redis->server.persistent_id);
}

PHP_METHOD(Baton_Redis, getAuth)
{
	CONNECTED_OR_FALSE(redis)
	const baton_server *server = &redis->server;
	if (server->user && server->password) {
		array_init_size(return_value, 2);
		add_next_index_str(return_value, zend_string_copy(server->user));
		add_next_index_str(return_value, zend_string_copy(server->password));
	} else if (server->password) {
		RETURN_STR_COPY(server->password);
	}
}

PHP_METHOD(Baton_Redis, getMode)
{
	bool masked = false;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(masked)
	ZEND_PARSE_PARAMETERS_END();
	const baton_redis *redis = BATON_THIS();
	if (masked) {
		bool subscribed = redis->subscriptions[BATON_CHANNELS] || redis->subscriptions[BATON_PATTERNS] || redis->subscriptions[BATON_SHARD_CHANNELS];
		RETURN_LONG(redis->mode | (subscribed ? BATON_SUBSCRIBED : 0));
	}
	RETURN_LONG(redis->mode & BATON_PIPELINE ? BATON_PIPELINE : redis->mode);
}

PHP_METHOD(Baton_Redis, getLastError)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_redis *redis = BATON_THIS();
	if (redis->error) {
		RETURN_STR_COPY(redis->error);
	}
}

PHP_METHOD(Baton_Redis, clearLastError)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (redis->error) {
		zend_string_release(redis->error);
		redis->error = NULL;
	}
	RETURN_TRUE;
}

PHP_METHOD(Baton_Redis, getTransferredBytes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_redis *redis = BATON_THIS();
	array_init_size(return_value, 2);
	add_next_index_long(return_value, redis->connection ? (zend_long) bc_bytes_sent(redis->connection) : 0);
	add_next_index_long(return_value, redis->connection ? (zend_long) bc_bytes_received(redis->connection) : 0);
}

PHP_METHOD(Baton_Redis, clearTransferredBytes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_redis *redis = BATON_THIS();
	if (redis->connection) {
		bc_clear_bytes(redis->connection);
	}
}
