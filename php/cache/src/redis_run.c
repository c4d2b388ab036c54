/* The way of a command: its arguments are built, it is sent, and its reply becomes a value.
 *
 * In a pipeline it is kept until exec(); in a transaction the server says QUEUED to it and answers at EXEC. Either way the
 * method returns the object itself, and what is to be done with the reply waits in the queue. */
#include "redis.h"

#include "cached.h"
#include "commands.h"
#include "redis_events.h"

#include "zend_exceptions.h"

void baton_redis_reset(baton_redis *redis)
{
	redis->mode = BATON_ATOMIC;
	redis->watching = false;
	baton_queue_clear(&redis->queue);
	baton_cached_settle(redis);
	for (int kind = 0; kind < BATON_SUBSCRIPTIONS; kind++) {
		if (redis->subscriptions[kind]) {
			zend_array_release(redis->subscriptions[kind]);
			redis->subscriptions[kind] = NULL;
		}
	}
	if (redis->connection) {
		bc_connection_hold(redis->connection, false);
	}
}

void baton_throw(zend_class_entry *ce, const char *text)
{
	if (EXPECTED(EG(current_execute_data) != NULL)) {
		zend_throw_exception(ce, text, 0);
	}
}

zend_string *baton_redis_words(const baton_redis *redis, const char *text, const char *kind)
{
	return baton_names_are_relays(redis->names) ? strpprintf(0, "%s (%s)", text, kind) : zend_string_init(text, strlen(text), 0);
}

/* Throws what a server or a connection says. */
static void throw_words(const baton_redis *redis, const char *text, const char *kind)
{
	zend_string *words = baton_redis_words(redis, text, kind);
	baton_throw(baton_redis_throws(redis), ZSTR_VAL(words));
	zend_string_release(words);
}

void baton_redis_fail(baton_redis *redis, const bc_failure *failure)
{
	bc_connection_close(redis->connection);
	baton_redis_reset(redis);
	redis->failures++;
	redis->failure_code = failure->code;
	/* The first reason is the one that helps. */
	if (!EG(exception)) {
		throw_words(redis, failure->text, BATON_RELAY_IO);
	}
}

static bool open_slowly(baton_redis *redis)
{
	if (redis->connection == NULL && (redis->server.host == NULL || !baton_redis_prepare(redis))) {
		if (!EG(exception)) {
			throw_words(redis, "Redis server went away", BATON_RELAY_IO);
		}
		return false;
	}
	bc_failure failure;
	if (bc_connection_open(redis->connection, &failure)) {
		return true;
	}
	/* Programs that connect again look for these words. */
	bc_failure told = {failure.code, ""};
	baton_server *server = &redis->server;
	if (server->port > 0) {
		snprintf(told.text, sizeof(told.text), "Redis server %s:" ZEND_LONG_FMT " went away: %s", ZSTR_VAL(server->host),
			server->port, failure.text);
	} else {
		snprintf(told.text, sizeof(told.text), "Redis server %s went away: %s", ZSTR_VAL(server->host), failure.text);
	}
	baton_redis_fail(redis, &told);
	return false;
}

bool baton_redis_busy(const baton_redis *redis)
{
	if (EXPECTED(!redis->unpacking)) {
		return false;
	}
	zend_throw_exception(baton_redis_throws(redis),
		"This object is reading a reply: what unserialize() calls needs a client of its own", 0);
	return true;
}

bool baton_redis_open(baton_redis *redis)
{
	if (UNEXPECTED(baton_redis_busy(redis))) {
		return false;
	}
	return EXPECTED(redis->connection && bc_connection_is_open(redis->connection)) || open_slowly(redis);
}

bool baton_redis_send(baton_redis *redis, const baton_arguments *arguments, bool repeatable)
{
	bc_failure failure;
	bool sent = repeatable ? bc_send(redis->connection, arguments->count, arguments->list, &failure)
		: bc_send_once(redis->connection, arguments->count, arguments->list, &failure);
	if (EXPECTED(sent)) {
		return true;
	}
	baton_redis_fail(redis, &failure);
	return false;
}

bool baton_redis_next(baton_redis *redis, bc_node *node)
{
	bc_failure failure;
	while (EXPECTED(bc_reply(redis->connection, node, &failure))) {
		if (EXPECTED(node->kind != BC_PUSH) || node->depth > 0 || redis->takes_messages) {
			return true;
		}
		/* In RESP3, to which a program may have switched, messages come at any time; they answer no command. */
		if (!bc_skip(redis->connection, node, &failure)) {
			break;
		}
	}
	baton_redis_fail(redis, &failure);
	return false;
}

static bool begins(const zend_string *error, const char *word)
{
	return strncmp(ZSTR_VAL(error), word, strlen(word)) == 0;
}

/* Errors that a program is expected to look at; all others are thrown, as in PhpRedis: they say that nothing works as long as
 * nobody does something about it (NOAUTH, MASTERDOWN, LOADING, READONLY, OOM, ...). */
static bool ordinary(const zend_string *error)
{
	static const char *const quiet[] = {
		"NOSCRIPT", "NOQUORUM", "NOGOODSLAVE", "WRONGTYPE", "BUSYGROUP", "NOGROUP",
	};
	if (begins(error, "ERR")) {
		return !begins(error, "ERR AUTH");
	}
	for (size_t i = 0; i < sizeof(quiet) / sizeof(*quiet); i++) {
		if (begins(error, quiet[i])) {
			return true;
		}
	}
	return false;
}

/* What of a cluster's node is no answer. */
static int redirection_of(const zend_string *error)
{
	static const struct { const char *word; int redirection; } words[] = {
		{"MOVED ", BATON_MOVED}, {"ASK ", BATON_ASK}, {"TRYAGAIN", BATON_TRY_AGAIN}, {"CLUSTERDOWN", BATON_CLUSTER_DOWN},
		{"LOADING", BATON_LOADING}, {"MASTERDOWN", BATON_MASTER_DOWN},
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (begins(error, words[i].word)) {
			return words[i].redirection;
		}
	}
	return BATON_ANSWERED;
}

/* Whether an error is to be thrown as the options want it. While a pipeline is read, the queue still has what is read. */
static bool wants_thrown(const baton_redis *redis, const bc_node *node)
{
	return baton_throws_all(&redis->options) && node->depth == 0 && !(redis->mode == BATON_ATOMIC && redis->queue.count > 0);
}

void baton_redis_server_error(baton_redis *redis, const bc_node *node, bool loud)
{
	if (redis->error) {
		zend_string_release(redis->error);
	}
	redis->error = zend_string_init(node->bytes, node->len, 0);
	redis->errors++;
	/* A cluster goes where it is sent; within a list it is a text like any other. */
	if (UNEXPECTED(redis->cluster != NULL) && node->depth == 0 && (redis->redirection = redirection_of(redis->error))) {
		return;
	}
	/* PhpRedis's clusters throw none of them; what the options want of a cluster is thrown once its nodes have answered. */
	if (redis->cluster == NULL && !EG(exception) && ((loud && !ordinary(redis->error)) || wants_thrown(redis, node))) {
		throw_words(redis, ZSTR_VAL(redis->error), BATON_RELAY_REDIS);
	}
}

/* Whether the server took the command into its transaction; what it says instead is kept as the last error. */
static bool queued(baton_redis *redis)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_STATUS && node.len == 6 && memcmp(node.bytes, "QUEUED", 6) == 0) {
		return true;
	}
	bc_failure failure;
	if (node.kind == BC_ERROR) {
		baton_redis_server_error(redis, &node, true);
	} else if (!bc_skip(redis->connection, &node, &failure)) {
		baton_redis_fail(redis, &failure);
	}
	return false;
}

static void execute_later(baton_call *call, zend_object *self, zval *to)
{
	baton_redis *redis = call->redis;
	if (redis->mode & BATON_PIPELINE) {
		baton_queue_keep(&redis->queue, &call->arguments);
	} else if (!baton_redis_send(redis, &call->arguments, false) || !queued(redis)) {
		ZVAL_FALSE(to);
		return;
	}
	baton_queue_add(&redis->queue, call->reply, &call->context);
	ZVAL_OBJ_COPY(to, self);
}

static bool is_word(const bc_bytes *word, const char *wanted)
{
	return word->len == strlen(wanted) && strncasecmp(word->bytes, wanted, word->len) == 0;
}

/* What a command does to what the server knows of the connection, beyond its database: its next owner would find that; and some say where
 * the connection is, for whom, and what it is told, which the cache would take for what it was. */
typedef enum { ORDINARY, PERSONAL, MISLEADING } manner;

static manner manner_of(const baton_call *call)
{
	static const struct {
		const char *word;
		manner manner;
	} all[] = {
		{"CLIENT", PERSONAL}, {"AUTH", MISLEADING}, {"HELLO", MISLEADING}, {"SELECT", MISLEADING}, {"MULTI", MISLEADING}, {"WATCH", MISLEADING},
		{"RESET", MISLEADING}, {"SUBSCRIBE", PERSONAL}, {"PSUBSCRIBE", PERSONAL}, {"SSUBSCRIBE", PERSONAL}, {"MONITOR", PERSONAL},
		{"READONLY", PERSONAL}, {"ASKING", PERSONAL},
	};
	const bc_bytes *words = call->arguments.list;
	/* The others' methods see to it themselves. */
	if ((call->command != &baton_command_rawcommand && call->command != &baton_command_client) || call->arguments.count == 0) {
		return ORDINARY;
	}
	if (call->arguments.count > 1 && is_word(&words[0], "CLIENT") && (is_word(&words[1], "TRACKING") || is_word(&words[1], "REPLY"))) {
		return MISLEADING;
	}
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		if (is_word(&words[0], all[i].word)) {
			return all[i].manner;
		}
	}
	return ORDINARY;
}

/* Whether it is a raw command that is answered by a message in RESP3; the program reads what comes behind it by itself. */
static bool subscribes(const baton_call *call)
{
	static const char *const all[] = {"SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE"};
	for (size_t i = 0; call->command == &baton_command_rawcommand && call->arguments.count > 0 && i < sizeof(all) / sizeof(*all); i++) {
		if (is_word(&call->arguments.list[0], all[i])) {
			return true;
		}
	}
	return false;
}

void baton_redis_execute(baton_call *call, zend_object *self, zval *to)
{
	if (UNEXPECTED(call->command->flags & (BATON_CONNECTION | BATON_WRITES_ANY))) {
		manner manner = manner_of(call);
		call->redis->takes_messages = call->redis->takes_messages || subscribes(call);
		call->redis->is_personal = call->redis->is_personal || manner != ORDINARY;
		if (manner == MISLEADING) {
			baton_cached_renounce(call->redis);
		}
	}
	if (UNEXPECTED(call->redis->mode != BATON_ATOMIC)) {
		if (call->redis->cached) {
			baton_cached_queue(call);
		}
		execute_later(call, self, to);
	} else if (call->redis->cached) {
		baton_cached_execute(call, to);
	} else {
		baton_redis_ask(call, to);
	}
}

void baton_redis_ask(baton_call *call, zval *to)
{
	baton_redis *redis = call->redis;
	bool repeatable = call->asks || (call->command->flags & BATON_READS);
	if (!baton_redis_send(redis, &call->arguments, repeatable) || !call->reply(redis, to, &call->context)) {
		ZVAL_FALSE(to);
	}
}

void baton_redis_run(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command)
{
	baton_redis *redis = BATON_THIS();
	if (UNEXPECTED(redis->listening != NULL) && !baton_events_before_command(redis)) {
		RETURN_FALSE;
	}
	if (UNEXPECTED(!baton_redis_open(redis))) {
		RETURN_FALSE;
	}
	baton_call call;
	baton_call_begin(&call, redis, command);
	bool built = EXPECTED(command->spec != NULL)
		? baton_build_spec(&call, execute_data) : command->build(&call, execute_data);
	/* Serialising may have thrown, or even closed the connection. */
	if (EXPECTED(built) && EXPECTED(!EG(exception))) {
		baton_redis_execute(&call, Z_OBJ_P(ZEND_THIS), return_value);
	} else {
		ZVAL_FALSE(return_value);
	}
	baton_call_end(&call);
}
