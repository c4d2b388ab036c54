/* The class Baton\RedisSentinel: an object like those of Redis, with other methods. */
#include "sentinel.h"

#include "replies.h"

#include "zend_exceptions.h"

#include "zend_attributes.h"

#include "sentinel_arginfo.h"

zend_class_entry *baton_sentinel_ce;

/* Relay's options, whose numbers are other ones for clients. */
enum { BATON_SENTINEL_OPT_THROW_ON_ERR = 1, BATON_SENTINEL_OPT_AUTO_DISCOVER = 2 };

void baton_cache_register_sentinel(void)
{
	baton_sentinel_ce = register_class_Baton_RedisSentinel();
	baton_sentinel_ce->create_object = baton_redis_ce->create_object;
	baton_own_names.sentinel = baton_sentinel_ce;
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

/* ---- Other sentinels ---- */

/* The most that are remembered: a sentinel that is asked in vain costs a connect timeout. */
#define MOST_PEERS 16

/* What an operation answers, without a word where it fails. */
static void ask_quietly(baton_redis *redis, const char *operation, zend_string *name, zval *to)
{
	static const baton_command sentinel = {ZEND_STRL("SENTINEL"), BATON_CONNECTION, NULL, NULL, NULL};
	zend_object *before = EG(exception);
	baton_call call;
	baton_call_begin(&call, redis, &sentinel);
	call.reply = reply_list_of_maps;
	baton_add(&call.arguments, operation, strlen(operation));
	if (name) {
		baton_add_string(&call.arguments, name);
	}
	ZVAL_NULL(to);
	baton_redis_ask(&call, to);
	baton_call_end(&call);
	if (EG(exception) && !before) {
		zend_clear_exception();
	}
}

static zval *text(zval *map, const char *name)
{
	zval *value = Z_TYPE_P(map) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(map), name, strlen(name)) : NULL;
	return value && Z_TYPE_P(value) == IS_STRING ? value : NULL;
}

/* Notes the other sentinels of each primary. */
static void discover(baton_redis *redis)
{
	zval primaries, others, *primary, *other, *name, *host, *port, place;
	redis->peers = zend_new_array(4);
	ask_quietly(redis, "MASTERS", NULL, &primaries);
	if (Z_TYPE(primaries) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(primaries), primary) {
			if ((name = text(primary, "name")) == NULL) {
				continue;
			}
			ask_quietly(redis, "SENTINELS", Z_STR_P(name), &others);
			if (Z_TYPE(others) == IS_ARRAY) {
				ZEND_HASH_FOREACH_VAL(Z_ARRVAL(others), other) {
					host = text(other, "ip");
					port = text(other, "port");
					if (host && port && zend_hash_num_elements(redis->peers) < MOST_PEERS) {
						array_init_size(&place, 2);
						add_next_index_str(&place, zend_string_copy(Z_STR_P(host)));
						add_next_index_long(&place, zval_get_long(port));
						zend_string *both = strpprintf(0, "%s:%s", Z_STRVAL_P(host), Z_STRVAL_P(port));
						zend_hash_update(redis->peers, both, &place);
						zend_string_release(both);
					}
				} ZEND_HASH_FOREACH_END();
			}
			zval_ptr_dtor(&others);
		} ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&primaries);
}

/* The next one that can be reached takes the place of this one; false, with the exception of the first, if there is none. */
static bool take_another(baton_redis *redis)
{
	zend_object *first = EG(exception);
	zval *place;
	GC_ADDREF(first);
	ZEND_HASH_FOREACH_VAL(redis->peers, place) {
		zend_clear_exception();
		baton_redis_drop(redis);
		zend_string_release(redis->server.host);
		redis->server.host = zend_string_copy(Z_STR_P(zend_hash_index_find(Z_ARRVAL_P(place), 0)));
		redis->server.port = Z_LVAL_P(zend_hash_index_find(Z_ARRVAL_P(place), 1));
		if (baton_redis_open(redis)) {
			OBJ_RELEASE(first);
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	zend_clear_exception();
	zend_throw_exception_object(&(zval) {.value.obj = first, .u1.type_info = IS_OBJECT_EX});
	return false;
}

static bool open(baton_redis *redis)
{
	if (!baton_redis_open(redis) && !(redis->discovers && redis->peers && EG(exception) && take_another(redis))) {
		return false;
	}
	if (redis->discovers && redis->peers == NULL) {
		discover(redis);
	}
	return true;
}

/* ---- Methods ---- */

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
	if (!open(redis)) {
		RETURN_THROWS();
	}
	baton_call call;
	baton_call_begin(&call, redis, &sentinel);
	call.reply = reply;
	baton_add(&call.arguments, operation, strlen(operation));
	if (name) {
		baton_add_string(&call.arguments, name);
	}
	baton_redis_ask(&call, return_value);
	baton_call_end(&call);
}

PHP_METHOD(Baton_RedisSentinel, ping)
{
	static const baton_command ping = {ZEND_STRL("PING"), BATON_CONNECTION, NULL, NULL, NULL};
	zend_string *message = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(message)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	if (!open(redis)) {
		RETURN_THROWS();
	}
	baton_call call;
	baton_call_begin(&call, redis, &ping);
	call.reply = message ? baton_reply_text : baton_reply_ok;
	if (message) {
		baton_add_string(&call.arguments, message);
	}
	baton_redis_ask(&call, return_value);
	baton_call_end(&call);
}

PHP_METHOD(Baton_RedisSentinel, setOption)
{
	zend_long option;
	zval *value;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(option)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	switch (option) {
		case BATON_SENTINEL_OPT_THROW_ON_ERR:
			redis->options.throws = zend_is_true(value);
			RETURN_TRUE;
		case BATON_SENTINEL_OPT_AUTO_DISCOVER:
			redis->discovers = zend_is_true(value);
			RETURN_TRUE;
		default:
			RETURN_FALSE;
	}
}

PHP_METHOD(Baton_RedisSentinel, getOption)
{
	zend_long option;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(option)
	ZEND_PARSE_PARAMETERS_END();
	const baton_redis *redis = BATON_THIS();
	switch (option) {
		case BATON_SENTINEL_OPT_THROW_ON_ERR:
			RETURN_BOOL(redis->options.throws);
		case BATON_SENTINEL_OPT_AUTO_DISCOVER:
			RETURN_BOOL(redis->discovers);
		default:
			RETURN_FALSE;
	}
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
