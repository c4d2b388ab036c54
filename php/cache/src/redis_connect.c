/* Where the server is, and the connection made of it: new, or one that another object has left behind (pconnect).
 *
 * Nothing is connected here but by connect(): a constructor with settings connects when the first command is sent. */
#include "redis.h"

#include "zend_smart_str.h"

#include "cached.h"
#include "redis_events.h"
#include "settings.h"
#include "tls.h"

/* Connections that wait for the next request of this process, of all servers together. Each is one descriptor here and one at
 * its server; a worker handles one request at a time, which seldom holds more than a few. The one that waits longest is closed
 * for the next. */
#define POOL 64

void baton_server_default(baton_server *server)
{
	memset(server, 0, sizeof(*server));
	server->host = zend_string_init(ZEND_STRL("127.0.0.1"), 0);
	server->port = 6379;
}

void baton_options_default(baton_redis *redis)
{
	memset(&redis->options, 0, sizeof(redis->options));
	memset(&redis->values, 0, sizeof(redis->values));
	redis->options.max_retries = 10;
}

static void release(zend_string **string)
{
	if (*string) {
		zend_string_release(*string);
		*string = NULL;
	}
}

void baton_redis_forget_server(baton_redis *redis)
{
	release(&redis->server.host);
	release(&redis->server.persistent_id);
	release(&redis->server.user);
	release(&redis->server.password);
	release(&redis->options.prefix);
	release(&redis->error);
	if (redis->server.tls) {
		zend_array_release(redis->server.tls);
		redis->server.tls = NULL;
	}
}

static uint32_t milliseconds(double seconds)
{
	if (!(seconds > 0)) {
		return 0;
	}
	double milliseconds = seconds * 1000;
	if (milliseconds < 1) {
		return 1; /* 0 would be none at all */
	}
	return milliseconds < UINT32_MAX ? (uint32_t) milliseconds : UINT32_MAX;
}

/* 0 is PHP's own timeout of sockets, less than 0 is none. */
uint32_t baton_read_timeout(const baton_server *server)
{
	if (server->read_timeout == 0) {
		return milliseconds((double) zend_ini_long(ZEND_STRL("default_socket_timeout"), 0));
	}
	return milliseconds(server->read_timeout);
}

static bc_bytes bytes_of(const zend_string *string)
{
	return string ? (bc_bytes) {ZSTR_VAL(string), ZSTR_LEN(string)} : (bc_bytes) {NULL, 0};
}

/* What connections must have in common to be used one for the other. */
static zend_string *pool_key(const baton_server *server)
{
	smart_str key = {0};
	const zend_string *const parts[] = {server->host, server->persistent_id, server->user, server->password};
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (parts[i]) {
			smart_str_append(&key, (zend_string *) parts[i]);
		}
		smart_str_appendc(&key, '\0');
	}
	smart_str_append_long(&key, server->port);
	if (server->tls) {
		baton_tls_append(&key, server->tls);
	}
	smart_str_0(&key);
	return key.s;
}

/* Whether the connection outlives its object: because the program says so, or because what was read by it is kept, and would be asked for
 * again with the next one. */
static bool outlives(const baton_redis *redis)
{
	return redis->server.persistent || (redis->use_cache && baton_cache_settings.keeps_connections && baton_cache_settings.memory > 0);
}

/* One that another object has left behind; whom it asks for if it has to connect again is this one's affair. */
static bc_connection *from_pool(baton_redis *redis)
{
	if (!outlives(redis)) {
		return NULL;
	}
	redis->pool_key = pool_key(&redis->server);
	if (BATON_CACHE_G(pool) == NULL) {
		return NULL;
	}
	bc_connection *connection = bc_pool_take(BATON_CACHE_G(pool), bytes_of(redis->pool_key));
	if (connection) {
		bc_connection_set_credentials(connection, bytes_of(redis->server.user), bytes_of(redis->server.password));
	}
	return connection;
}

/* Whether a connection goes back to the pool as it came: in its database, and owing nothing. */
static bool restored(baton_redis *redis)
{
	if (redis->mode != BATON_ATOMIC || redis->watching || !bc_connection_is_open(redis->connection)
			|| bc_pending(redis->connection) > 0) {
		return false;
	}
	if (redis->database == redis->server.database) {
		return true;
	}
	baton_arguments arguments;
	baton_arguments_init(&arguments);
	BATON_ADD_LITERAL(&arguments, "SELECT");
	baton_add_long(&arguments, redis->server.database);
	bc_node node;
	bc_connection_set_database(redis->connection, (uint32_t) redis->server.database);
	bool selected = bc_send(redis->connection, arguments.count, arguments.list, NULL)
		&& bc_reply(redis->connection, &node, NULL) && node.kind == BC_STATUS;
	baton_arguments_free(&arguments);
	return selected;
}

void baton_redis_drop(baton_redis *redis)
{
	bc_connection *connection = redis->connection;
	baton_events_detach(redis);
	if (connection == NULL) {
		return;
	}
	if (redis->pool_key == NULL || (redis->is_personal && !redis->server.persistent) || !restored(redis)) {
		bc_connection_free(connection);
	} else {
		if (BATON_CACHE_G(pool) == NULL) {
			BATON_CACHE_G(pool) = bc_pool_new(POOL);
		}
		bc_pool_give(BATON_CACHE_G(pool), bytes_of(redis->pool_key), connection);
	}
	redis->connection = NULL;
	redis->cached = false;
	release(&redis->pool_key);
}

static void apply_options(const baton_redis *redis)
{
	const baton_options *options = &redis->options;
	bc_connection_set_read_timeout(redis->connection, baton_read_timeout(&redis->server));
	bc_connection_set_retries(redis->connection, (uint32_t) options->max_retries, (uint8_t) options->backoff,
		(uint32_t) options->backoff_base, (uint32_t) options->backoff_cap);
	bc_connection_set_keepalive(redis->connection, options->keepalive);
}

void baton_redis_repool(baton_redis *redis)
{
	if (redis->connection == NULL || redis->server.persistent || !outlives(redis)) {
		return;
	}
	baton_events_detach(redis);
	release(&redis->pool_key);
	redis->pool_key = pool_key(&redis->server);
	bc_near_detach(redis->connection);
	if (BATON_CACHE_G(pool) && redis->mode == BATON_ATOMIC && redis->database == redis->server.database) {
		bc_connection *pooled = bc_pool_take(BATON_CACHE_G(pool), bytes_of(redis->pool_key));
		if (pooled) {
			bc_connection_free(redis->connection);
			redis->connection = pooled;
			apply_options(redis);
		}
	}
	baton_cached_attach(redis);
}

bool baton_redis_prepare(baton_redis *redis)
{
	const baton_server *server = &redis->server;
	bc_connection *connection = from_pool(redis);
	if (connection == NULL) {
		bc_endpoint_settings settings = {
			.host = bytes_of(server->host),
			.port = (uint16_t) (server->port > 0 && server->port <= UINT16_MAX ? server->port : 0),
			.connect_timeout_ms = milliseconds(server->connect_timeout),
			.retry_interval_ms = (uint32_t) server->retry_interval,
			.user = bytes_of(server->user),
			.password = bytes_of(server->password),
			.database = (uint32_t) server->database,
		};
		baton_tls_settings(&settings, server->tls);
		bc_failure failure;
		connection = bc_connection_new(&settings, &failure);
		if (connection == NULL) {
			release(&redis->pool_key);
			baton_throw(baton_redis_throws(redis), failure.text);
			return false;
		}
	}
	redis->connection = connection;
	redis->is_personal = false;
	redis->takes_messages = false;
	redis->database = server->database;
	apply_options(redis);
	baton_cached_attach(redis);
	return true;
}
