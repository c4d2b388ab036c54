/* The class Baton\RedisSentinel: an object like those of Redis, with other methods. */
#include "sentinel.h"

#include "replies.h"

#include "sentinel_arginfo.h"

zend_class_entry *baton_sentinel_ce;

void baton_cache_register_sentinel(void)
{
	baton_sentinel_ce = register_class_Baton_RedisSentinel();
	baton_sentinel_ce->create_object = baton_redis_ce->create_object;
}

PHP_METHOD(Baton_RedisSentinel, __construct)
{
	zend_array *settings = NULL, *context = NULL;
	zend_string *host = NULL, *user, *password;
	zend_long port = 26379, retry_interval = 0;
	double timeout = 0, read_timeout = 0;
	zval *persistent = NULL, *auth = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 8)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_STR_OR_NULL(settings, host)
		Z_PARAM_LONG(port)
		Z_PARAM_DOUBLE(timeout)
		Z_PARAM_ZVAL_OR_NULL(persistent)
		Z_PARAM_LONG(retry_interval)
		Z_PARAM_DOUBLE(read_timeout)
		Z_PARAM_ZVAL_OR_NULL(auth)
		Z_PARAM_ARRAY_HT_OR_NULL(context)
	ZEND_PARSE_PARAMETERS_END();

	baton_redis *redis = BATON_THIS();
	baton_redis_drop(redis);
	baton_redis_forget_server(redis);
	baton_server_default(&redis->server);
	baton_options_default(redis);
	redis->use_cache = false; /* it has no keys */
	baton_server *server = &redis->server;
	server->port = port;
	server->connect_timeout = timeout;
	server->read_timeout = read_timeout;
	server->retry_interval = MAX(retry_interval, 0);
	if (host) {
		zend_string_release(server->host);
		server->host = zend_string_copy(host);
	}
	if (persistent) {
		server->persistent = true;
		server->persistent_id = zval_get_string(persistent);
	}
	if (auth && baton_credentials(auth, &user, &password)) {
		baton_set_credentials(redis, user, password);
	}
	if (context) {
		server->tls = zend_array_dup(context);
	}
	if (settings) {
		baton_redis_configure(redis, settings);
	}
}

/* Each of the maps in a list: name, value, name, value. */
static bool reply_list_of_maps(baton_redis *redis, zval *to, const baton_context *context)
{
	int64_t count;
	ZVAL_FALSE(to);
	if (!baton_next_list(redis, &count, true)) {
		return false;
	}
	if (count < 0) {
		return true;
	}
	array_init_size(to, baton_list_room(count));
	while (count--) {
		zval map;
		if (!baton_next_any(redis, BATON_STATUS_STRING, &map)) {
			return baton_reply_fails(to);
		}
		if (Z_TYPE(map) == IS_ARRAY) {
			baton_pair_up(&map);
		}
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &map);
	}
	return true;
}

/* A primary that nobody knows has no place, which is not a list that is empty. */
static bool reply_place(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_reply_strings(redis, to, context)) {
		return false;
	}
	if (Z_TYPE_P(to) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(to)) != 2) {
		zval_ptr_dtor(to);
		ZVAL_FALSE(to);
	}
	return true;
}

static void ask(INTERNAL_FUNCTION_PARAMETERS, const char *operation, bool named, baton_reply reply)
{
	static const baton_command sentinel = {ZEND_STRL("SENTINEL"), BATON_CONNECTION, NULL, NULL, NULL};
	zend_string *name = NULL;
	ZEND_PARSE_PARAMETERS_START(named, named)
		if (named) {
			Z_PARAM_STR(name)
		}
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	baton_call call;
	baton_call_begin(&call, redis, &sentinel);
	call.reply = reply;
	if (operation) {
		baton_add(&call.arguments, operation, strlen(operation));
	} else {
		baton_set_word(&call, "PING");
	}
	if (name) {
		baton_add_string(&call.arguments, name);
	}
	baton_redis_ask(&call, return_value);
	baton_call_end(&call);
}

#define SENTINEL(method, operation, named, reply) \
	PHP_METHOD(Baton_RedisSentinel, method) \
	{ \
		ask(INTERNAL_FUNCTION_PARAM_PASSTHRU, operation, named, reply); \
	}

SENTINEL(ckquorum, "CKQUORUM", true, baton_reply_ok)
SENTINEL(failover, "FAILOVER", true, baton_reply_ok)
SENTINEL(flushconfig, "FLUSHCONFIG", false, baton_reply_ok)
SENTINEL(getMasterAddrByName, "GET-MASTER-ADDR-BY-NAME", true, reply_place)
SENTINEL(master, "MASTER", true, baton_reply_map)
SENTINEL(masters, "MASTERS", false, reply_list_of_maps)
SENTINEL(myid, "MYID", false, baton_reply_text)
SENTINEL(ping, NULL, false, baton_reply_ok)
SENTINEL(reset, "RESET", true, baton_reply_integer)
SENTINEL(sentinels, "SENTINELS", true, reply_list_of_maps)
SENTINEL(slaves, "SLAVES", true, reply_list_of_maps)

PHP_METHOD(Baton_RedisSentinel, getLastError)
{
	ZEND_PARSE_PARAMETERS_NONE();
	const baton_redis *redis = BATON_THIS();
	if (redis->error) {
		RETURN_STR_COPY(redis->error);
	}
}
