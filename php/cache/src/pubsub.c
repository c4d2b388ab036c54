/* Messages: subscribe() and its relatives, which call back for each until nothing is subscribed to any more.
 *
 * The method that subscribes first reads all messages of its kind; within its callback others may subscribe and unsubscribe,
 * which only changes what is looked for. Messages that come between a command and its answer are delivered as they come. */
#include "commands.h"

/* The command words of a kind of subscription. */
typedef struct {
	const char *subscribe, *unsubscribe, *message;
} words;

static const words kinds[BATON_SUBSCRIPTIONS] = {
	[BATON_CHANNELS] = {"SUBSCRIBE", "UNSUBSCRIBE", "message"},
	[BATON_PATTERNS] = {"PSUBSCRIBE", "PUNSUBSCRIBE", "pmessage"},
	[BATON_SHARD_CHANNELS] = {"SSUBSCRIBE", "SUNSUBSCRIBE", "smessage"},
};

/* What the server sends on a connection with subscriptions: its first word, a channel or pattern, and what else there is. */
typedef struct {
	zval word, name, rest[2];
	uint32_t count;
} event;

static void free_event(event *event)
{
	zval *const parts[] = {&event->word, &event->name, &event->rest[0], &event->rest[1]};
	for (uint32_t i = 0; i < event->count; i++) {
		zval_ptr_dtor(parts[i]);
	}
}

/* Payloads are unpacked as stored values are; anything else stays as it is. */
static bool read_event(baton_redis *redis, event *event)
{
	zval *const parts[] = {&event->word, &event->name, &event->rest[0], &event->rest[1]};
	int64_t count;
	event->count = 0;
	bool took_messages = redis->takes_messages;
	redis->takes_messages = true;
	bool is_there = baton_next_list(redis, &count, true);
	redis->takes_messages = took_messages;
	if (!is_there) {
		return false;
	}
	for (int64_t i = 0; i < count; i++) {
		zval part;
		bool payload = i == count - 1 && i >= 2;
		if (!(payload ? baton_next_value(redis, &part) : baton_next_text(redis, &part))) {
			free_event(event);
			return false;
		}
		if (i < 4) {
			ZVAL_COPY_VALUE(parts[event->count++], &part);
		} else {
			zval_ptr_dtor(&part);
		}
	}
	if (event->count < 3 || Z_TYPE(event->word) != IS_STRING) {
		free_event(event);
		event->count = 0;
	}
	return true;
}

/* The kind of subscription that a message is for; -1 if it is none. */
static int kind_of(const event *event)
{
	for (int kind = 0; kind < BATON_SUBSCRIPTIONS; kind++) {
		if (event->count && strcasecmp(Z_STRVAL(event->word), kinds[kind].message) == 0) {
			return kind;
		}
	}
	return -1;
}

/* Calls the callback: (object, channel, payload), for patterns (object, pattern, channel, payload). */
static bool deliver(baton_redis *redis, event *event, int kind)
{
	zval *found = NULL, callback, result, arguments[4];
	if (redis->subscriptions[kind] && Z_TYPE(event->name) == IS_STRING) {
		found = zend_hash_find(redis->subscriptions[kind], Z_STR(event->name));
	}
	if (found == NULL) {
		return true; /* was unsubscribed from, while the message was on its way */
	}
	ZVAL_COPY(&callback, found);
	ZVAL_OBJ(&arguments[0], redis->cluster ? redis->cluster : &redis->std);
	ZVAL_COPY_VALUE(&arguments[1], &event->name);
	ZVAL_COPY_VALUE(&arguments[2], &event->rest[0]);
	ZVAL_COPY_VALUE(&arguments[3], &event->rest[1]);
	ZVAL_UNDEF(&result);
	bool called = call_user_function(NULL, NULL, &callback, &result, event->count, arguments) == SUCCESS;
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&callback);
	return called && !EG(exception);
}

/* The answer to a command that subscribes or unsubscribes; messages before it are delivered. */
static bool read_answer(baton_redis *redis, const char *word, event *event)
{
	while (read_event(redis, event)) {
		if (event->count == 0) {
			return false; /* an error, which the program finds in getLastError() */
		}
		if (strcasecmp(Z_STRVAL(event->word), word) == 0) {
			return true;
		}
		int kind = kind_of(event);
		bool delivered = kind < 0 || deliver(redis, event, kind);
		free_event(event);
		if (!delivered) {
			return false;
		}
	}
	return false;
}

static bool send_names(baton_redis *redis, const char *word, zend_array *names)
{
	baton_command command = {.word = word, .len = (uint32_t) strlen(word)};
	baton_call call;
	zval *name;
	baton_call_begin(&call, redis, &command);
	ZEND_HASH_FOREACH_VAL(names, name) {
		baton_add_prefixed_zval(&call, name);
	} ZEND_HASH_FOREACH_END();
	bool sent = baton_redis_send(redis, &call.arguments, false);
	baton_call_end(&call);
	return sent;
}

/* Forgets a kind that nobody is subscribed to any more, and lets the connection go back to what it was. */
static void forget_if_empty(baton_redis *redis, int kind)
{
	zend_array **table = &redis->subscriptions[kind];
	if (*table && zend_hash_num_elements(*table) == 0) {
		zend_array_release(*table);
		*table = NULL;
	}
	for (int other = 0; other < BATON_SUBSCRIPTIONS; other++) {
		if (redis->subscriptions[other]) {
			return;
		}
	}
	if (redis->connection) {
		bc_connection_hold(redis->connection, redis->watching);
	}
}

static bool add_subscriptions(baton_redis *redis, int kind, uint32_t count, zval *callback)
{
	while (count--) {
		event event;
		if (!read_answer(redis, kinds[kind].subscribe, &event)) {
			return false;
		}
		if (redis->subscriptions[kind] == NULL) {
			redis->subscriptions[kind] = zend_new_array(8);
		}
		if (Z_TYPE(event.name) == IS_STRING) {
			Z_TRY_ADDREF_P(callback);
			zend_hash_update(redis->subscriptions[kind], Z_STR(event.name), callback);
		}
		free_event(&event);
	}
	return true;
}

/* Reads messages until nothing of the kind is subscribed to. */
static bool hear(baton_redis *redis, int kind)
{
	while (redis->subscriptions[kind]) {
		event event;
		if (!read_event(redis, &event)) {
			return false;
		}
		int sent = kind_of(&event);
		bool delivered = sent < 0 || deliver(redis, &event, sent);
		free_event(&event);
		if (!delivered) {
			return false;
		}
	}
	return true;
}

/* Messages would come between the replies that exec() waits for. */
static bool check_mode(const baton_redis *redis)
{
	if (redis->mode == BATON_ATOMIC) {
		return true;
	}
	php_error_docref(NULL, E_WARNING, "Subscriptions cannot be changed in a transaction or a pipeline: call exec() or discard() first");
	return false;
}

static void subscribe(INTERNAL_FUNCTION_PARAMETERS, int kind)
{
	zend_array *names;
	zend_fcall_info fci;
	zend_fcall_info_cache cache;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(names)
		Z_PARAM_FUNC(fci, cache)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	uint32_t count = zend_hash_num_elements(names);
	if (!baton_redis_open(redis) || count == 0 || !check_mode(redis)) {
		RETURN_FALSE;
	}
	bool first = redis->subscriptions[kind] == NULL;
	/* Subscriptions end with the connection. */
	bc_connection_hold(redis->connection, true);
	bool subscribed = send_names(redis, kinds[kind].subscribe, names)
		&& add_subscriptions(redis, kind, count, &fci.function_name);
	if (!subscribed) {
		forget_if_empty(redis, kind);
		RETURN_FALSE;
	}
	/* Within a callback, its method goes on hearing. */
	if (first && !hear(redis, kind)) {
		/* Nobody will read what comes from now on, so nothing may come. */
		if (redis->connection) {
			bc_connection_close(redis->connection);
		}
		baton_redis_reset(redis);
		RETURN_FALSE;
	}
	RETURN_TRUE;
}

static void unsubscribe(INTERNAL_FUNCTION_PARAMETERS, int kind)
{
	zend_array *names;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(names)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	uint32_t count = zend_hash_num_elements(names);
	if (!baton_redis_open(redis) || count == 0 || !check_mode(redis)) {
		RETURN_FALSE;
	}
	if (!send_names(redis, kinds[kind].unsubscribe, names)) {
		RETURN_FALSE;
	}
	array_init_size(return_value, count);
	while (count--) {
		event event;
		if (!read_answer(redis, kinds[kind].unsubscribe, &event)) {
			zval_ptr_dtor(return_value);
			RETURN_FALSE;
		}
		if (Z_TYPE(event.name) == IS_STRING) {
			zval was;
			zend_array *table = redis->subscriptions[kind];
			ZVAL_BOOL(&was, table && zend_hash_del(table, Z_STR(event.name)) == SUCCESS);
			zend_symtable_update(Z_ARRVAL_P(return_value), Z_STR(event.name), &was);
		}
		free_event(&event);
	}
	forget_if_empty(redis, kind);
}

PHP_METHOD(Baton_Redis, subscribe)
{
	subscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_CHANNELS);
}

PHP_METHOD(Baton_Redis, psubscribe)
{
	subscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_PATTERNS);
}

PHP_METHOD(Baton_Redis, ssubscribe)
{
	subscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_SHARD_CHANNELS);
}

PHP_METHOD(Baton_Redis, unsubscribe)
{
	unsubscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_CHANNELS);
}

PHP_METHOD(Baton_Redis, punsubscribe)
{
	unsubscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_PATTERNS);
}

PHP_METHOD(Baton_Redis, sunsubscribe)
{
	unsubscribe(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_SHARD_CHANNELS);
}
