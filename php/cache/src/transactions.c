/* Transactions and pipelines: multi(), pipeline(), exec(), discard(). */
#include "cached.h"
#include "commands.h"

#include "zend_exceptions.h"

/* A command of one word, whose reply the caller reads. */
static bool send_word(baton_redis *redis, const char *word)
{
	baton_arguments arguments;
	baton_arguments_init(&arguments);
	baton_add(&arguments, word, strlen(word));
	bool sent = baton_redis_send(redis, &arguments, false);
	baton_arguments_free(&arguments);
	return sent;
}

/* The same within a pipeline; what it is there for is seen by its having no handler. */
static void keep_word(baton_redis *redis, const char *word)
{
	baton_arguments arguments;
	baton_arguments_init(&arguments);
	baton_add(&arguments, word, strlen(word));
	baton_queue_keep(&redis->queue, &arguments);
	baton_queue_add(&redis->queue, NULL, NULL);
	baton_arguments_free(&arguments);
}

/* Whether the reply to a word is OK. */
static bool answered_ok(baton_redis *redis, const char *word)
{
	zval ok;
	return send_word(redis, word) && baton_reply_ok(redis, &ok, NULL) && Z_TYPE(ok) == IS_TRUE;
}

/* Whether errors are reported as Relay does: thrown, also where there is no transaction to end, and as exceptions among results. */
static bool tells_errors(const baton_redis *redis)
{
	return baton_names_are_relays(redis->names) && baton_throws_all(&redis->options);
}

bool baton_redis_begin(baton_redis *redis)
{
	if (redis->mode & BATON_MULTI) {
		return true;
	}
	if (redis->mode & BATON_PIPELINE) {
		keep_word(redis, "MULTI");
	} else {
		if (!answered_ok(redis, "MULTI")) {
			return false;
		}
		/* The server forgets a transaction with its connection: none may take its place unnoticed. */
		bc_connection_hold(redis->connection, true);
	}
	redis->mode |= BATON_MULTI;
	return true;
}

static bool begin_pipeline(baton_redis *redis)
{
	if (redis->mode & BATON_MULTI) {
		php_error_docref(NULL, E_ERROR, "Can't activate pipeline in multi mode!");
		return false;
	}
	redis->mode |= BATON_PIPELINE;
	return true;
}

PHP_METHOD(Baton_Redis, multi)
{
	zend_long mode = BATON_MULTI;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(mode)
	ZEND_PARSE_PARAMETERS_END();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	if (mode != BATON_MULTI && mode != BATON_PIPELINE) {
		php_error_docref(NULL, E_WARNING, "Unknown mode sent to Redis::multi");
		RETURN_FALSE;
	}
	if (!(mode == BATON_PIPELINE ? begin_pipeline(redis) : baton_redis_begin(redis))) {
		RETURN_FALSE;
	}
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

PHP_METHOD(Baton_Redis, pipeline)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	if (!begin_pipeline(redis)) {
		RETURN_FALSE;
	}
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

/* Ends what stood on the connection, which goes on. */
static void end(baton_redis *redis)
{
	redis->mode = BATON_ATOMIC;
	redis->watching = false;
	baton_queue_clear(&redis->queue);
	baton_cached_settle(redis);
	if (redis->connection) {
		bc_connection_hold(redis->connection, false);
	}
}

bool baton_redis_discard(baton_redis *redis)
{
	bool discarded = answered_ok(redis, "DISCARD");
	end(redis);
	return discarded;
}

PHP_METHOD(Baton_Redis, discard)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	bool pipeline = redis->mode & BATON_PIPELINE;
	if (redis->mode == BATON_ATOMIC && tells_errors(redis)) {
		RETURN_BOOL(answered_ok(redis, "DISCARD")); /* which the server refuses in its own words */
	}
	if (!pipeline && (!(redis->mode & BATON_MULTI) || !answered_ok(redis, "DISCARD"))) {
		RETURN_FALSE;
	}
	bool watching = pipeline && redis->watching;
	end(redis);
	if (watching) {
		redis->watching = true;
		bc_connection_hold(redis->connection, true);
	}
	RETURN_TRUE;
}

/* Relay's clients that throw errors have them among the results as exceptions. */
static void tell_error(const baton_redis *redis, zval *result)
{
	zval message;
	object_init_ex(result, baton_redis_throws(redis));
	ZVAL_STR(&message, baton_redis_words(redis, ZSTR_VAL(redis->error), BATON_RELAY_REDIS));
	zend_update_property_ex(Z_OBJCE_P(result), Z_OBJ_P(result), ZSTR_KNOWN(ZEND_STR_MESSAGE), &message);
	zval_ptr_dtor(&message);
}

/* One reply after the other, each by the handler that waits for it. */
static bool read_replies(baton_redis *redis, zend_array *results, uint32_t from, uint32_t count)
{
	for (uint32_t i = from; i < from + count; i++) {
		zval result;
		const baton_waiting *waiting = &redis->queue.waiting[i];
		uint64_t errors = redis->errors;
		/* If it fails, the queue is gone. */
		if (!waiting->reply(redis, &result, &waiting->context)) {
			return false;
		}
		if (UNEXPECTED(redis->errors != errors) && Z_TYPE(result) == IS_FALSE && tells_errors(redis)) {
			tell_error(redis, &result);
		}
		zend_hash_next_index_insert_new(results, &result);
	}
	return true;
}

/* The reply to EXEC: a list of replies, nil if a watched key has changed, or why there was nothing to do. */
void baton_redis_commit(baton_redis *redis, zval *results)
{
	int64_t count;
	uint64_t errors = redis->errors;
	if (!send_word(redis, "EXEC") || !baton_next_list(redis, &count, false) || count < 0) {
		ZVAL_FALSE(results);
		end(redis);
		if (tells_errors(redis) && redis->connection && redis->errors == errors && !EG(exception)) {
			zend_string *words = baton_redis_words(redis, "EXECABORT Transaction aborted because a watched key has changed.", BATON_RELAY_REDIS);
			baton_throw(baton_redis_throws(redis), ZSTR_VAL(words));
			zend_string_release(words);
		}
		return;
	}
	/* Handlers see an object that is in no transaction. */
	redis->mode = BATON_ATOMIC;
	array_init_size(results, (uint32_t) MIN(count, redis->queue.count));
	if (!read_replies(redis, Z_ARRVAL_P(results), 0, (uint32_t) MIN(count, redis->queue.count))) {
		zval_ptr_dtor(results);
		ZVAL_FALSE(results);
	}
	end(redis);
}

/* MULTI within a pipeline, from its place in the queue: OK, QUEUED for each command, and the list, which is returned as it is. */
static bool read_nested(baton_redis *redis, zend_array *results, uint32_t *at)
{
	zval reply;
	if (!baton_next_any(redis, BATON_STATUS_TRUE, &reply)) {
		return false;
	}
	zval_ptr_dtor(&reply);
	while (++*at < redis->queue.count && redis->queue.waiting[*at].reply) {
		if (!baton_next_any(redis, BATON_STATUS_TRUE, &reply)) {
			return false;
		}
		zval_ptr_dtor(&reply);
	}
	/* A transaction that the pipeline did not end has no list. */
	if (*at < redis->queue.count) {
		if (!baton_next_any(redis, BATON_STATUS_TRUE, &reply)) {
			return false;
		}
		zend_hash_next_index_insert_new(results, &reply);
		++*at;
	}
	return true;
}

static bool read_pipeline(baton_redis *redis, zend_array *results)
{
	uint32_t at = 0;
	while (at < redis->queue.count) {
		if (redis->queue.waiting[at].reply) {
			if (!read_replies(redis, results, at, 1)) {
				return false;
			}
			at++;
		} else if (!read_nested(redis, results, &at)) {
			return false;
		}
	}
	return true;
}

static void exec_pipeline(baton_redis *redis, zval *results)
{
	uint32_t count = redis->queue.count;
	redis->mode = BATON_ATOMIC;
	array_init_size(results, count);
	if (!baton_queue_send(redis) || !read_pipeline(redis, Z_ARRVAL_P(results))) {
		zval_ptr_dtor(results);
		ZVAL_FALSE(results);
	}
	baton_queue_clear(&redis->queue);
	baton_cached_settle(redis);
}

PHP_METHOD(Baton_Redis, exec)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	switch (redis->mode) {
		case BATON_MULTI | BATON_PIPELINE:
			keep_word(redis, "EXEC");
			redis->mode &= ~BATON_MULTI;
			RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
		case BATON_MULTI:
			baton_redis_commit(redis, return_value);
			return;
		case BATON_PIPELINE:
			exec_pipeline(redis, return_value);
			return;
		default:
			if (tells_errors(redis)) {
				answered_ok(redis, "EXEC"); /* which the server refuses in its own words */
			}
			RETURN_FALSE;
	}
}

/* RESET: the connection as it was when it began, but for who asks. */
PHP_METHOD(Baton_Redis, reset)
{
	ZEND_PARSE_PARAMETERS_NONE();
	baton_redis *redis = BATON_THIS();
	if (!baton_redis_open(redis)) {
		RETURN_THROWS();
	}
	if (redis->mode & BATON_PIPELINE) {
		php_error_docref(NULL, E_ERROR, "Reset isn't allowed in pipeline mode!");
		RETURN_FALSE;
	}
	zval ok;
	if (!send_word(redis, "RESET") || !baton_reply_ok(redis, &ok, NULL)) {
		RETURN_THROWS();
	}
	if (Z_TYPE(ok) != IS_TRUE) {
		if (redis->mode == BATON_ATOMIC) {
			RETURN_FALSE;
		}
		zend_throw_exception(baton_redis_throws(redis), "Reset failed in multi mode!", 0);
		RETURN_THROWS();
	}
	end(redis);
	redis->database = 0;
	bc_connection_set_database(redis->connection, 0);
	RETURN_TRUE;
}
