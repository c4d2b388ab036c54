/* Relay's events: callbacks for keys that change and databases that are emptied.
 *
 * They are called where the program is anyway: by dispatchEvents(), and before a command of the object that has them, outside of
 * transactions and pipelines. An object that nobody listens by pays nothing: one that has listeners never takes the short way of get(). */
#include "redis_events.h"

#include "cached.h"

#include "zend_interfaces.h"

#include "../rust/include/listener.h"
#include "event_arginfo.h"

typedef struct {
	zval callback; /* undefined once it was taken away while callbacks are called */
	zend_string *pattern; /* of keys; NULL for all */
	int on;
} event_callback;

struct baton_listening {
	bc_listener *heard;
	uint32_t count;
	/* Callbacks are called at the moment; and one of them has ended it all. */
	bool calls, is_over;
	event_callback callbacks[BATON_MOST_CALLBACKS];
};


/* ---- Callbacks ---- */

/* What is left of it is for the caller to end, which may run PHP code. */
static void take_away(event_callback *callback, zval *gone)
{
	ZVAL_COPY_VALUE(gone, &callback->callback);
	ZVAL_UNDEF(&callback->callback);
	if (callback->pattern) {
		zend_string_release(callback->pattern);
		callback->pattern = NULL;
	}
}

/* Closes the gaps, unless somebody is going over them. */
static void close_ranks(baton_listening *listening)
{
	uint32_t kept = 0;
	if (listening->calls) {
		return;
	}
	for (uint32_t i = 0; i < listening->count; i++) {
		if (!Z_ISUNDEF(listening->callbacks[i].callback)) {
			listening->callbacks[kept++] = listening->callbacks[i];
		}
	}
	listening->count = kept;
}

/* The last of them is gone from the list before the first one ends, and with that perhaps the list. */
static void forget_kind(baton_listening *listening, int on)
{
	zval gone[BATON_MOST_CALLBACKS];
	uint32_t count = 0;
	for (uint32_t i = 0; i < listening->count; i++) {
		if (listening->callbacks[i].on == on) {
			take_away(&listening->callbacks[i], &gone[count++]);
		}
	}
	close_ranks(listening);
	for (uint32_t i = 0; i < count; i++) {
		zval_ptr_dtor(&gone[i]);
	}
}

static void end(baton_listening *listening)
{
	if (listening->heard) {
		bc_unlisten(listening->heard, BATON_CACHE_G(worker));
	}
	for (uint32_t i = 0; i < listening->count; i++) {
		zval gone;
		take_away(&listening->callbacks[i], &gone);
		zval_ptr_dtor(&gone);
	}
	efree(listening);
}

void baton_events_detach(baton_redis *redis)
{
	baton_listening *listening = redis->listening;
	if (listening == NULL) {
		return;
	}
	redis->listening = NULL;
	baton_cached_choose_way(redis);
	if (listening->calls) {
		listening->is_over = true; /* who calls them ends it */
	} else {
		end(listening);
	}
}

void baton_events_end(baton_redis *redis)
{
	if (redis->listening) {
		redis->listening->calls = false;
	}
	baton_events_detach(redis);
}

void baton_events_collect(const baton_redis *redis, zend_get_gc_buffer *buffer)
{
	for (uint32_t i = 0; redis->listening && i < redis->listening->count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &redis->listening->callbacks[i].callback);
	}
}

/* ---- Calling them ---- */

static void make_event(const baton_names *names, zval *event, const bc_event *heard)
{
	zval value;
	object_init_ex(event, heard->is_flush ? names->event_flushed : names->event_invalidated);
	if (!heard->is_flush) {
		ZVAL_STRINGL_FAST(&value, heard->key.bytes, heard->key.len);
		zend_update_property(names->event, Z_OBJ_P(event), ZEND_STRL("key"), &value);
		zval_ptr_dtor(&value);
	}
	zend_update_property_bool(names->event, Z_OBJ_P(event), ZEND_STRL("client"), heard->own);
}

static bool concerns(const event_callback *callback, const bc_event *heard)
{
	if (Z_ISUNDEF(callback->callback) || callback->on == (heard->is_flush ? BATON_ON_INVALIDATED : BATON_ON_FLUSHED)) {
		return false;
	}
	const zend_string *pattern = callback->pattern;
	return pattern == NULL || heard->is_flush || bc_matches((bc_bytes) { ZSTR_VAL(pattern), ZSTR_LEN(pattern) }, heard->key);
}

static void call(event_callback *callback, zval *event)
{
	zval function, result;
	ZVAL_COPY(&function, &callback->callback); /* it may take itself away */
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &function, &result, 1, event);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&function);
}

/* Whether any callback was for it. */
static bool deliver(const baton_names *names, baton_listening *listening, const bc_event *heard)
{
	zval event;
	ZVAL_UNDEF(&event);
	for (uint32_t i = 0; i < listening->count && !EG(exception) && !listening->is_over; i++) {
		if (concerns(&listening->callbacks[i], heard)) {
			if (Z_ISUNDEF(event)) {
				make_event(names, &event, heard);
			}
			call(&listening->callbacks[i], &event);
		}
	}
	bool was_for_somebody = !Z_ISUNDEF(event);
	zval_ptr_dtor(&event);
	return was_for_somebody;
}

/* A child of a fork listens by itself. False: it cannot, and nobody listens any more. */
static bool listen_anew(baton_redis *redis)
{
	if (BATON_CACHE_G(near) == NULL) {
		baton_cached_attach(redis);
	}
	bc_worker *worker = baton_cache_worker();
	if (redis->cached && redis->connection) {
		baton_cached_settle_in(redis);
	}
	bc_unlisten(redis->listening->heard, worker);
	redis->listening->heard = redis->cached && redis->connection && worker ? bc_listen(redis->connection, worker) : NULL;
	if (redis->listening->heard == NULL) {
		baton_events_detach(redis);
	}
	return redis->listening != NULL;
}

static zend_long deliver_all(const baton_names *names, baton_listening *listening)
{
	bc_event heard;
	zend_long count = 0;
	bc_hear_begin(listening->heard);
	while (!EG(exception) && !listening->is_over && bc_hear(listening->heard, &heard)) {
		count += deliver(names, listening, &heard);
	}
	return count;
}

/* How many events there were for anybody. */
static zend_long dispatch(baton_redis *redis)
{
	bool is_child = !bc_listens_here(redis->listening->heard);
	if (is_child && !listen_anew(redis)) {
		return 0;
	}
	baton_listening *listening = redis->listening;
	const baton_names *names = redis->names;
	zend_long count = 0;
	listening->calls = true;
	if (is_child) {
		/* What happened before it listened it has missed. */
		count += deliver(names, listening, &(bc_event) { .is_flush = true });
	}
	if (!listening->is_over) {
		count += deliver_all(names, listening);
	}
	listening->calls = false;
	if (listening->is_over) {
		end(listening);
	} else {
		close_ranks(listening);
	}
	return count;
}

bool baton_events_before_command(baton_redis *redis)
{
	if (redis->mode == BATON_ATOMIC && !redis->unpacking && !redis->listening->calls) {
		dispatch(redis);
	}
	return !EG(exception);
}

void baton_events_changed(const baton_redis *redis, bc_worker *worker, bc_bytes key)
{
	if (!redis->is_silent && bc_is_heard(worker)) {
		bc_tell(redis->connection, worker, key);
	}
}

/* ---- Methods ---- */

static baton_listening *listening_of(baton_redis *redis)
{
	if (redis->listening || !baton_redis_open(redis) || !redis->cached) {
		return redis->listening;
	}
	bc_worker *worker = baton_cache_worker();
	if (redis->mode == BATON_ATOMIC && !redis->unpacking) {
		baton_cached_settle_in(redis);
	}
	bc_listener *heard = worker ? bc_listen(redis->connection, worker) : NULL;
	if (heard == NULL) {
		return NULL;
	}
	redis->listening = ecalloc(1, sizeof(baton_listening));
	redis->listening->heard = heard;
	baton_cached_choose_way(redis);
	return redis->listening;
}

bool baton_events_add(baton_redis *redis, zval *callback, zend_string *pattern, int on)
{
	baton_listening *listening = listening_of(redis);
	if (listening == NULL) {
		return false;
	}
	if (listening->count == BATON_MOST_CALLBACKS) {
		zend_value_error("There can be at most %d callbacks: each is asked about each event", BATON_MOST_CALLBACKS);
		return false;
	}
	event_callback *added = &listening->callbacks[listening->count++];
	ZVAL_COPY(&added->callback, callback);
	added->pattern = pattern ? zend_string_copy(pattern) : NULL;
	added->on = on;
	return true;
}

void baton_events_forget(baton_redis *redis, int on)
{
	if (redis->listening) {
		forget_kind(redis->listening, on);
	}
	if (redis->listening && redis->listening->count == 0) {
		baton_events_detach(redis);
	}
}

zend_long baton_events_dispatch(baton_redis *redis)
{
	if (redis->listening == NULL) {
		return -1;
	}
	return redis->listening->calls ? 0 : dispatch(redis);
}

static void change_callbacks(INTERNAL_FUNCTION_PARAMETERS, int on, uint32_t most)
{
	zend_fcall_info fci;
	zend_fcall_info_cache cache;
	zend_string *pattern = NULL;
	baton_redis *redis = BATON_THIS();

	ZEND_PARSE_PARAMETERS_START(1, most)
		Z_PARAM_FUNC_OR_NULL(fci, cache)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(pattern)
	ZEND_PARSE_PARAMETERS_END();
	if (ZEND_FCI_INITIALIZED(fci)) {
		RETURN_BOOL(baton_events_add(redis, &fci.function_name, pattern, on));
	}
	baton_events_forget(redis, on);
	RETURN_TRUE;
}

PHP_METHOD(Baton_Redis, listen)
{
	change_callbacks(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_ALL, 1);
}

PHP_METHOD(Baton_Redis, onFlushed)
{
	change_callbacks(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_FLUSHED, 1);
}

PHP_METHOD(Baton_Redis, onInvalidated)
{
	change_callbacks(INTERNAL_FUNCTION_PARAM_PASSTHRU, BATON_ON_INVALIDATED, 2);
}

PHP_METHOD(Baton_Redis, dispatchEvents)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_long count = baton_events_dispatch(BATON_THIS());
	if (count < 0) {
		RETURN_FALSE;
	}
	RETURN_LONG(count);
}

void baton_cache_register_events(void)
{
	baton_own_names.event = register_class_Baton_Event();
	baton_own_names.event_invalidated = register_class_Baton_Event_Invalidated(baton_own_names.event);
	baton_own_names.event_flushed = register_class_Baton_Event_Flushed(baton_own_names.event);
}
