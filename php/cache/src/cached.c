/* Which commands are answered from memory, which are kept, and which change what is there. */
#include "cached.h"

#include "commands.h"
#include "redis_events.h"
#include "settings.h"

/* ---- Whose replies are kept ---- */

void baton_cached_choose_way(baton_redis *redis)
{
	const baton_settings *settings = &baton_cache_settings;
	redis->has_patterns = settings->allowed || settings->ignored || settings->prefixes || redis->allowed || redis->ignored ||
		redis->listening;
}

/* With the prefixes that php.ini has. */
static bc_near *start(void)
{
	bc_bytes prefixes[BATON_MOST_PATTERNS];
	const baton_settings *settings = &baton_cache_settings;
	bc_tracking tracking = {
		.prefixes = prefixes,
		.broadcasts = settings->broadcasts,
	};
	zval *prefix;
	if (settings->prefixes) {
		ZEND_HASH_FOREACH_VAL(settings->prefixes, prefix) {
			prefixes[tracking.prefix_count++] = (bc_bytes) { Z_STRVAL_P(prefix), Z_STRLEN_P(prefix) };
		} ZEND_HASH_FOREACH_END();
	}
	return bc_near_start(baton_cache_memory(), &tracking);
}

void baton_cached_attach(baton_redis *redis)
{
	redis->cached = false;
	baton_cached_choose_way(redis);
	if (!redis->use_cache || redis->connection == NULL || baton_cache_worker() == NULL) {
		return;
	}
	if (BATON_CACHE_G(near) == NULL) {
		BATON_CACHE_G(near) = start();
	}
	redis->cached = BATON_CACHE_G(near) && bc_near_attach(BATON_CACHE_G(near), redis->connection);
}

void baton_cached_renounce(baton_redis *redis)
{
	if (redis->cached) {
		bc_near_renounce(redis->connection);
		redis->cached = false;
	}
}

static bool matches_one(zend_array *patterns, bc_bytes key)
{
	zval *pattern;
	ZEND_HASH_FOREACH_VAL(patterns, pattern) {
		if (bc_matches((bc_bytes) { Z_STRVAL_P(pattern), Z_STRLEN_P(pattern) }, key)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static bool passes(zend_array *allowed, zend_array *ignored, bc_bytes key)
{
	return !(ignored && matches_one(ignored, key)) && (allowed == NULL || matches_one(allowed, key));
}

/* Whether the server reports its changes. */
static bool is_reported(bc_bytes key)
{
	zval *prefix;
	if (baton_cache_settings.prefixes == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_VAL(baton_cache_settings.prefixes, prefix) {
		if (key.len >= Z_STRLEN_P(prefix) && memcmp(key.bytes, Z_STRVAL_P(prefix), Z_STRLEN_P(prefix)) == 0) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* Whether a key is one that is kept: by the settings' patterns and the object's own. */
static bool wants(const baton_redis *redis, bc_bytes key)
{
	return is_reported(key) && passes(baton_cache_settings.allowed, baton_cache_settings.ignored, key) && passes(redis->allowed, redis->ignored, key);
}

static bool wants_all(const baton_call *call)
{
	const baton_arguments *arguments = &call->arguments;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		if (!wants(call->redis, arguments->list[arguments->keys[i]])) {
			return false;
		}
	}
	return true;
}

bc_prepared baton_cached_track(baton_redis *redis)
{
	if (UNEXPECTED(BATON_CACHE_G(near) == NULL)) {
		baton_cached_attach(redis); /* in a child of a fork, whose parent's threads are not here */
	}
	return redis->cached ? bc_near_prepare(BATON_CACHE_G(near), redis->connection, !redis->is_untracked) : BC_OFF;
}

/* Asks, on a connection that the server may have to know of first, and caches nothing. */
static void ask_beside(baton_call *call, bc_worker *worker, bool asked, zval *to)
{
	baton_redis *redis = call->redis;
	if (!baton_redis_send(redis, &call->arguments, true) || (asked && !baton_cached_agree(redis)) ||
			!call->reply(redis, to, &call->context)) {
		ZVAL_FALSE(to);
	}
	baton_cached_pass_by(call, worker);
}

bool baton_cached_prepare(baton_call *call, bc_worker *worker, zval *to, bool *asked)
{
	bc_prepared prepared = baton_cached_track(call->redis);
	*asked = prepared == BC_ASKED;
	if (prepared == BC_OFF) {
		baton_redis_ask(call, to);
		baton_cached_pass_by(call, worker);
		return false;
	}
	return true;
}

bool baton_cached_agree(baton_redis *redis)
{
	bc_failure failure;
	bool elsewhere;
	if (!bc_near_agree(redis->connection, &elsewhere, &failure)) {
		baton_redis_fail(redis, &failure);
		return false;
	}
	if (UNEXPECTED(elsewhere)) {
		bc_count(baton_cache_worker(), BATON_COUNT_ELSEWHERE, 1);
	}
	return true;
}

void baton_cached_settle_in(baton_redis *redis)
{
	if (baton_cached_track(redis) == BC_ASKED) {
		baton_cached_agree(redis);
	}
}

/* ---- What commands change ---- */

static void touch(baton_redis *redis, bc_worker *worker, bc_bytes key)
{
	bc_near_wrote(redis->connection, worker, key);
}

/* What a command changes is forgotten before it is sent and again after its reply: what somebody else reads in between is not kept, and
 * this program reads what it wrote. */
static void touch_keys(baton_call *call, bc_worker *worker)
{
	const baton_arguments *arguments = &call->arguments;
	baton_redis *redis = call->redis;
	if (call->command == &baton_command_flushAll || call->command == &baton_command_swapdb) {
		bc_near_flushed(redis->connection, true);
	} else if (call->command == &baton_command_flushDB) {
		bc_near_flushed(redis->connection, false);
	} else if (call->command == &baton_command_rawcommand) {
		/* Any of its words may be a key. */
		for (uint32_t i = 1; i < arguments->count; i++) {
			touch(redis, worker, arguments->list[i]);
		}
		if (baton_cached_raw_empties(arguments)) {
			bc_near_flushed(redis->connection, true);
		}
		return;
	}
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		touch(redis, worker, arguments->list[arguments->keys[i]]);
	}
}

/* Notifies listeners, after the reply. What a raw command's words mean only the server knows, and it reports them. */
static void tell_keys(const baton_call *call, bc_worker *worker)
{
	const baton_arguments *arguments = &call->arguments;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		baton_events_changed(call->redis, worker, arguments->list[arguments->keys[i]]);
	}
}

static bool changes(const baton_command *command)
{
	return command->flags & (BATON_WRITES | BATON_WRITES_ANY);
}

void baton_cached_pass_by(baton_call *call, bc_worker *worker)
{
	if (call->redis->connection && (call->command->flags & BATON_CACHED)) {
		touch_keys(call, worker);
	}
}

/* A command whose reply is not kept. */
static void derive_or_ask(baton_call *call, bc_worker *worker, zval *to)
{
	if (baton_cached_derived(call, worker, to)) {
		bc_count(worker, BATON_COUNT_HITS, 1);
	} else {
		ask_beside(call, worker, baton_cached_track(call->redis) == BC_ASKED, to);
	}
}

static void answer(baton_call *call, bc_worker *worker, zval *to)
{
	if (call->command == &baton_command_get) {
		baton_cached_value(call, worker, to);
	} else if (call->command == &baton_command_mget) {
		baton_cached_mget(call, worker, to);
	} else if (call->command->flags & BATON_DERIVED) {
		derive_or_ask(call, worker, to);
	} else {
		baton_cached_reply(call, worker, to);
	}
}

void baton_cached_execute(baton_call *call, zval *to)
{
	bc_worker *worker = baton_cache_worker();
	baton_redis *redis = call->redis;
	if (UNEXPECTED(BATON_CACHE_G(near) == NULL)) {
		baton_cached_attach(redis); /* in a child of a fork, whose parent's threads are not here */
	}
	if (call->command == &baton_command_rawcommand && redis->cached) {
		baton_cached_raw(call);
	}
	if (worker == NULL || !redis->cached) {
		baton_redis_ask(call, to);
	} else if (changes(call->command)) {
		touch_keys(call, worker);
		baton_redis_ask(call, to);
		if (redis->connection) {
			touch_keys(call, worker);
			tell_keys(call, worker);
			if (call->command->flags & BATON_WRITES_ANY) {
				bc_near_wrote_any(redis->connection);
			}
		}
	} else if (redis->watching) {
		baton_redis_ask(call, to);
		baton_cached_pass_by(call, worker);
	} else if (!(call->command->flags & (BATON_CACHED | BATON_DERIVED)) || call->arguments.key_count == 0 || !wants_all(call)) {
		baton_redis_ask(call, to);
	} else {
		answer(call, worker, to);
	}
}

/* ---- Transactions and pipelines ---- */

void baton_cached_queue(baton_call *call)
{
	bc_worker *worker = baton_cache_worker();
	const baton_arguments *arguments = &call->arguments;
	baton_redis *redis = call->redis;
	if (call->command == &baton_command_rawcommand) {
		baton_cached_raw(call);
	}
	if (worker == NULL || !(changes(call->command) || (call->command->flags & BATON_CACHED))) {
		return;
	}
	bool is_change = changes(call->command);
	if (is_change) {
		touch_keys(call, worker);
	}
	if (redis->changed == NULL) {
		redis->changed = zend_new_array(8);
	}
	if (call->command == &baton_command_rawcommand) {
		redis->changed_all = redis->changed_all || baton_cached_raw_empties(arguments);
		for (uint32_t i = 1; i < arguments->count; i++) {
			zval yes;
			ZVAL_TRUE(&yes);
			zend_hash_str_update(redis->changed, arguments->list[i].bytes, arguments->list[i].len, &yes);
		}
	} else if (call->command->flags & BATON_WRITES_ANY) {
		redis->changed_all = true;
	}
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		const bc_bytes *key = &arguments->list[arguments->keys[i]];
		zval *known = zend_hash_str_add_empty_element(redis->changed, key->bytes, key->len);
		if (is_change) {
			known = known ? known : zend_hash_str_find(redis->changed, key->bytes, key->len);
			ZVAL_TRUE(known);
		}
	}
}

void baton_cached_settle(baton_redis *redis)
{
	bc_worker *worker = baton_cache_worker();
	zend_string *key;
	zval *is_change;
	if (redis->changed == NULL) {
		return;
	}
	if (worker && redis->cached && redis->connection) {
		if (redis->changed_all) {
			bc_near_flushed(redis->connection, true);
			bc_near_wrote_any(redis->connection);
		}
		ZEND_HASH_FOREACH_STR_KEY_VAL(redis->changed, key, is_change) {
			bc_bytes bytes = { ZSTR_VAL(key), ZSTR_LEN(key) };
			touch(redis, worker, bytes);
			if (Z_TYPE_P(is_change) == IS_TRUE) {
				baton_events_changed(redis, worker, bytes);
			}
		} ZEND_HASH_FOREACH_END();
	}
	zend_array_destroy(redis->changed);
	redis->changed = NULL;
	redis->changed_all = false;
}
