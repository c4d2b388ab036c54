/* The methods that are lines of the table: those whose keys say where they go, and those that are told.
 *
 * What is neither has a name here, too, or would be made twice: OWN_x picks what becomes of the line of method x. */
#include "cluster.h"

#include "cached.h"
#include "commands.h"

/* Told which node: $key_or_address comes first. cluster-stub has the same list. */
#define OWN_acl ~, TOLD
#define OWN_bgSave ~, TOLD
#define OWN_bgrewriteaof ~, TOLD
#define OWN_client ~, TOLD
#define OWN_commandlog ~, TOLD
#define OWN_config ~, TOLD
#define OWN_dbSize ~, TOLD
#define OWN_echo ~, TOLD
#define OWN_failover ~, TOLD
#define OWN_function ~, TOLD
#define OWN_hotkeys ~, TOLD
#define OWN_info ~, TOLD
#define OWN_lastSave ~, TOLD
#define OWN_ping ~, TOLD
#define OWN_randomKey ~, TOLD
#define OWN_rawcommand ~, TOLD
#define OWN_replicaof ~, TOLD
#define OWN_role ~, TOLD
#define OWN_save ~, TOLD
#define OWN_script ~, TOLD
#define OWN_serverName ~, TOLD
#define OWN_serverVersion ~, TOLD
#define OWN_slaveof ~, TOLD
#define OWN_slowlog ~, TOLD
#define OWN_time ~, TOLD
#define OWN_wait ~, TOLD
#define OWN_waitaof ~, TOLD

/* Written out in another file. */
#define OWN_flushAll ~, NOT_HERE
#define OWN_flushDB ~, NOT_HERE
#define OWN_keys ~, NOT_HERE
#define OWN_pubsub ~, NOT_HERE
#define OWN_unwatch ~, NOT_HERE

/* About one connection, or one of several databases: a cluster has no such method. */
#define OWN_auth ~, NOT_HERE
#define OWN_select ~, NOT_HERE
#define OWN_swapdb ~, NOT_HERE

/* Keys with their prefix are put together here, if they are no longer than this. */
#define PREFIXED 256

static int slot_of(const baton_redis *front, const zend_string *key)
{
	char room[PREFIXED];
	const zend_string *prefix = front->options.prefix;
	if (prefix == NULL) {
		return bc_slot((bc_bytes) {ZSTR_VAL(key), ZSTR_LEN(key)});
	}
	if (ZSTR_LEN(prefix) + ZSTR_LEN(key) > PREFIXED) {
		return -1;
	}
	memcpy(room, ZSTR_VAL(prefix), ZSTR_LEN(prefix));
	memcpy(room + ZSTR_LEN(prefix), ZSTR_VAL(key), ZSTR_LEN(key));
	return bc_slot((bc_bytes) {room, ZSTR_LEN(prefix) + ZSTR_LEN(key)});
}

/* The whole of get() where nothing has to be asked; false: nothing is done yet. */
static bool get_from_memory(baton_cluster *cluster, zend_execute_data *execute_data, zval *to)
{
	const zval *key = ZEND_CALL_ARG(execute_data, 1);
	if (!cluster->front.use_cache || cluster->front.mode != BATON_ATOMIC || ZEND_NUM_ARGS() != 1
		|| Z_TYPE_P(key) != IS_STRING || !baton_cluster_is_fresh(cluster)) {
		return false;
	}
	baton_way way = {slot_of(&cluster->front, Z_STR_P(key)), NULL, true, true};
	if (way.slot < 0 || baton_cluster_shard(cluster, way.slot) == NULL) {
		return false;
	}
	const baton_node *node = baton_cluster_choose(cluster, &way);
	return node && node->redis && baton_cached_get(node->redis, execute_data, to);
}

void baton_cluster_run(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command)
{
	baton_cluster *cluster = BATON_CLUSTER_THIS();
	baton_call call;
	zend_long count;
	baton_cluster_forget_error(cluster);
	if (UNEXPECTED(cluster->callback_count > 0) && cluster->front.mode == BATON_ATOMIC && !baton_cluster_dispatch(cluster, &count)) {
		RETURN_THROWS();
	}
	if (command == &baton_command_get && get_from_memory(cluster, execute_data, return_value)) {
		return;
	}
	if (command == &baton_command_watch && cluster->front.mode != BATON_ATOMIC) {
		php_error_docref(NULL, E_WARNING, "WATCH command not allowed in MULTI mode");
		RETURN_FALSE;
	}
	baton_call_begin(&call, &cluster->front, command);
	bool built = EXPECTED(command->spec != NULL)
		? baton_build_spec(&call, execute_data) : command->build(&call, execute_data);
	if (EXPECTED(built) && EXPECTED(!EG(exception))) {
		/* Every node tells all others of a message: those of one channel come in order if one node was told of all of them. */
		int slot = command == &baton_command_publish ? bc_slot(call.arguments.list[1]) : -1;
		baton_cluster_execute(cluster, &call, slot, NULL, return_value);
		baton_cluster_throw_error(cluster);
	} else {
		ZVAL_FALSE(return_value);
	}
	baton_call_end(&call);
}

/* PhpRedis has it, and no server knows its command. */
PHP_METHOD(Baton_RedisCluster, decrbyfloat)
{
	static const baton_command command = {ZEND_STRL("DECRBYFLOAT"), BATON_WRITES, "kd", NULL, baton_reply_float};
	baton_cluster_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &command);
}

#define BY_KEYS(name) \
	PHP_METHOD(Baton_RedisCluster, name) \
	{ \
		baton_cluster_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_##name); \
	}
#define TOLD(name) \
	PHP_METHOD(Baton_RedisCluster, name) \
	{ \
		baton_cluster_directed(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_##name); \
	}
#define NOT_HERE(name)

/* The second of these: what OWN_x says, or BY_KEYS where it says nothing. */
#define SECOND(first, second, ...) second
#define PICK(...) SECOND(__VA_ARGS__)
#define METHOD(name) PICK(OWN_##name, BY_KEYS, )(name)

#define COMMAND(method, word, spec, reply, flags) METHOD(method)
#define BUILT(method, word, builder, reply, flags) METHOD(method)
#include "commands.def"
