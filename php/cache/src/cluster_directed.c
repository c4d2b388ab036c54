/* Methods that say which node they are for, and those that ask all of them.
 *
 * Most have $key_or_address before the arguments that the same method of Redis has: it is taken out of the call, and put back behind. */
#include "cluster.h"

#include "commands.h"

bool baton_cluster_direct(baton_cluster *cluster, zval *where, int *slot, baton_node **only)
{
	*only = NULL;
	*slot = -1;
	ZVAL_DEREF(where);
	if (Z_TYPE_P(where) == IS_STRING || Z_TYPE_P(where) == IS_LONG || Z_TYPE_P(where) == IS_DOUBLE) {
		baton_command none = {.word = ""};
		baton_call call;
		baton_call_begin(&call, &cluster->front, &none);
		baton_add_key_zval(&call, where);
		*slot = baton_cluster_slot(&call.arguments);
		baton_call_end(&call);
		return true;
	}
	zval *host = Z_TYPE_P(where) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL_P(where), 0) : NULL;
	zval *port = Z_TYPE_P(where) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL_P(where), 1) : NULL;
	if (!host || !port || Z_TYPE_P(host) != IS_STRING || Z_TYPE_P(port) != IS_LONG) {
		php_error_docref(NULL, E_WARNING, "Directed commands must be passed a key or [host,port] array");
		return false;
	}
	zend_string *name = strpprintf(0, "%s:" ZEND_LONG_FMT, Z_STRVAL_P(host), Z_LVAL_P(port));
	baton_node *node = cluster->nodes ? zend_hash_find_ptr(cluster->nodes, name) : NULL;
	zend_string_release(name);
	if (node == NULL || !node->mapped) {
		php_error_docref(NULL, E_WARNING, "Unknown node %s:" ZEND_LONG_FMT, Z_STRVAL_P(host), Z_LVAL_P(port));
		return false;
	}
	*only = node;
	return true;
}

/* ---- The call without one of its arguments ---- */

static void take_out(zend_execute_data *execute_data, uint32_t number, zval *taken)
{
	zval *arguments = ZEND_CALL_ARG(execute_data, 1);
	uint32_t count = ZEND_NUM_ARGS();
	ZVAL_COPY_VALUE(taken, &arguments[number - 1]);
	memmove(&arguments[number - 1], &arguments[number], (count - number) * sizeof(zval));
	ZEND_CALL_NUM_ARGS(execute_data) = count - 1;
}

static void put_back(zend_execute_data *execute_data, uint32_t number, zval *taken)
{
	zval *arguments = ZEND_CALL_ARG(execute_data, 1);
	uint32_t count = ZEND_NUM_ARGS();
	memmove(&arguments[number], &arguments[number - 1], (count + 1 - number) * sizeof(zval));
	ZVAL_COPY_VALUE(&arguments[number - 1], taken);
	ZEND_CALL_NUM_ARGS(execute_data) = count + 1;
}

/* Whether there are fewer arguments than the method takes, or more, counted before one is taken out: under another name it may declare
 * fewer than it takes. */
static bool miscounted(zend_execute_data *execute_data)
{
	zend_string *name = zend_string_tolower(EX(func)->common.function_name);
	const zend_function *function = zend_hash_find_ptr(&baton_cluster_ce->function_table, name);
	zend_string_release(name);
	bool variadic = function->common.fn_flags & ZEND_ACC_VARIADIC;
	uint32_t least = function->common.required_num_args, most = variadic ? UINT32_MAX : function->common.num_args;
	if (ZEND_NUM_ARGS() >= least && ZEND_NUM_ARGS() <= most) {
		return false;
	}
	zend_wrong_parameters_count_error(least, most);
	return true;
}

/* A command with its arguments built, for the node that comes first. */
static void direct(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command, bool (*build)(baton_call *call, zend_execute_data *execute_data))
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *only;
	baton_call call;
	zval where;
	int slot;
	if (miscounted(execute_data)) {
		RETURN_THROWS();
	}
	baton_cluster_forget_error(cluster);
	if (!baton_cluster_direct(cluster, ZEND_CALL_ARG(execute_data, 1), &slot, &only)) {
		RETURN_FALSE;
	}
	take_out(execute_data, 1, &where);
	baton_call_begin(&call, &cluster->front, command);
	if (build(&call, execute_data) && !EG(exception)) {
		baton_cluster_execute(cluster, &call, slot, only, return_value);
		baton_cluster_throw_error(cluster);
	} else {
		ZVAL_FALSE(return_value);
	}
	baton_call_end(&call);
	put_back(execute_data, 1, &where);
}

void baton_cluster_directed(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command)
{
	direct(INTERNAL_FUNCTION_PARAM_PASSTHRU, command, command->spec ? baton_build_spec : command->build);
}

/* ---- Those that are not as Redis has them ---- */

PHP_METHOD(Baton_RedisCluster, cluster)
{
	static const baton_command command = {
		ZEND_STRL("CLUSTER"), BATON_CONNECTION, NULL, baton_build_words, baton_reply_any,
	};
	baton_cluster_directed(INTERNAL_FUNCTION_PARAM_PASSTHRU, &command);
}

/* Channels one by one, which is how PhpRedis's clusters take them, or as the class Redis does. */
static bool build_pubsub(baton_call *call, zend_execute_data *execute_data)
{
	bool listed = ZEND_NUM_ARGS() >= 2 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 2)) == IS_ARRAY;
	return listed ? baton_build_pubsub(call, execute_data) : baton_build_words(call, execute_data);
}

PHP_METHOD(Baton_RedisCluster, pubsub)
{
	static const baton_command command = {
		ZEND_STRL("PUBSUB"), BATON_CONNECTION, NULL, build_pubsub, baton_reply_any,
	};
	baton_cluster_directed(INTERNAL_FUNCTION_PARAM_PASSTHRU, &command);
}

static bool build_flush(baton_call *call, zend_execute_data *execute_data)
{
	bool async = false;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(async)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (async) {
		BATON_ADD_LITERAL(&call->arguments, "ASYNC");
	}
	return true;
}

/* The commands are Redis's, which is what the cache knows them by. */
PHP_METHOD(Baton_RedisCluster, flushAll)
{
	direct(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_flushAll, build_flush);
}

PHP_METHOD(Baton_RedisCluster, flushDB)
{
	direct(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_flushDB, build_flush);
}

/* Of all primaries, one after the other. */
PHP_METHOD(Baton_RedisCluster, keys)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_call call;
	if (cluster->front.mode != BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "Command can't be issued in MULTI mode");
		RETURN_FALSE;
	}
	baton_call_begin(&call, &cluster->front, &baton_command_keys);
	if (!baton_build_spec(&call, execute_data)) {
		baton_call_end(&call);
		RETURN_THROWS();
	}
	baton_cluster_forget_error(cluster);
	array_init(return_value);
	cluster->busy++;
	if (!cluster->mapped_at) {
		baton_cluster_map(cluster);
	}
	for (uint32_t i = 0; i < cluster->shard_count && !EG(exception); i++) {
		zval some, *key;
		baton_cluster_call(cluster, &call, -1, cluster->shards[i].primary, &some);
		if (Z_TYPE(some) == IS_ARRAY) {
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL(some), key) {
				Z_TRY_ADDREF_P(key);
				zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), key);
			} ZEND_HASH_FOREACH_END();
		}
		zval_ptr_dtor(&some);
	}
	cluster->busy--;
	baton_call_end(&call);
	baton_cluster_throw_error(cluster);
}

/* ---- Methods of Redis, called on a node's object ---- */

typedef void (*method)(INTERNAL_FUNCTION_PARAMETERS);

typedef struct {
	zend_execute_data *execute_data;
	method method;
} borrowed;

/* The object of the call is the node's for as long as its method runs. */
static void ask_borrowed(baton_redis *redis, void *with, bool alone, zval *to)
{
	const borrowed *call = with;
	zend_object *self = Z_OBJ(call->execute_data->This);
	if (alone) {
		bc_bytes asking = {ZEND_STRL("ASKING")};
		bc_node reply;
		bc_failure failure;
		if (!bc_send(redis->connection, 1, &asking, &failure) || !bc_reply(redis->connection, &reply, &failure)) {
			baton_redis_fail(redis, &failure);
			return;
		}
	}
	ZVAL_NULL(to);
	Z_OBJ(call->execute_data->This) = &redis->std;
	call->method(call->execute_data, to);
	Z_OBJ(call->execute_data->This) = self;
}

static void borrow(INTERNAL_FUNCTION_PARAMETERS, method method, int slot, baton_node *only)
{
	borrowed call = {execute_data, method};
	baton_way way = {slot, only, true, true};
	baton_cluster_forget_error(BATON_CLUSTER_THIS());
	baton_cluster_ask(BATON_CLUSTER_THIS(), &way, ask_borrowed, &call, return_value);
	baton_cluster_throw_error(BATON_CLUSTER_THIS());
}

static bool scans(const baton_cluster *cluster)
{
	if (cluster->front.mode == BATON_ATOMIC) {
		return true;
	}
	baton_cluster_throw(cluster, "SCAN type commands can't be called in MULTI mode!");
	return false;
}

static void scan_key(INTERNAL_FUNCTION_PARAMETERS, method method)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *only;
	int slot = -1;
	if (!scans(cluster)) {
		RETURN_THROWS();
	}
	/* Without arguments, or with others than it takes, it says so at any node. */
	if (ZEND_NUM_ARGS() > 0 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) != IS_ARRAY) {
		zval key;
		ZVAL_STR(&key, zval_get_string(ZEND_CALL_ARG(execute_data, 1)));
		baton_cluster_direct(cluster, &key, &slot, &only);
		zval_ptr_dtor(&key);
	}
	borrow(INTERNAL_FUNCTION_PARAM_PASSTHRU, method, slot, NULL);
}

ZEND_METHOD(Baton_Redis, scan);
ZEND_METHOD(Baton_Redis, sscan);
ZEND_METHOD(Baton_Redis, hscan);
ZEND_METHOD(Baton_Redis, zscan);

PHP_METHOD(Baton_RedisCluster, sscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_sscan);
}

PHP_METHOD(Baton_RedisCluster, hscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_hscan);
}

PHP_METHOD(Baton_RedisCluster, zscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_zscan);
}

/* The cursor is the node's, so it is for this one alone. */
PHP_METHOD(Baton_RedisCluster, scan)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_node *only;
	zval where;
	int slot;
	if (miscounted(execute_data) || !scans(cluster)) {
		RETURN_THROWS();
	}
	if (!baton_cluster_direct(cluster, ZEND_CALL_ARG(execute_data, 2), &slot, &only)) {
		RETURN_FALSE;
	}
	if (only == NULL) {
		baton_way way = {slot, NULL, false, true};
		only = baton_cluster_choose(cluster, &way);
		if (only == NULL) {
			RETURN_THROWS();
		}
	}
	take_out(execute_data, 2, &where);
	borrow(INTERNAL_FUNCTION_PARAM_PASSTHRU, zim_Baton_Redis_scan, -1, only);
	put_back(execute_data, 2, &where);
}
