/* What Relay's clients have beyond PhpRedis's: of the memory, and of the connection. */
#include "cached_value.h"
#include "commands.h"

#include "zend_smart_str.h"

/* ---- Of a value ---- */

static zend_long length_of(const zval *value)
{
	return Z_TYPE_P(value) == IS_STRING ? (zend_long) Z_STRLEN_P(value)
		: Z_TYPE_P(value) == IS_ARRAY ? zend_hash_num_elements(Z_ARRVAL_P(value)) : 0;
}

void baton_tell_with_meta(zval *to, zval *value, bool cached)
{
	zval meta;
	array_init(&meta);
	add_assoc_bool(&meta, "cached", cached);
	add_assoc_long(&meta, "length", length_of(value));
	array_init_size(to, 2);
	add_next_index_zval(to, value);
	add_next_index_zval(to, &meta);
}

/* Runs a command and says whether that asked the server. */
static void with_meta(INTERNAL_FUNCTION_PARAMETERS, const baton_command *command)
{
	baton_redis *redis = BATON_THIS();
	zval value;
	uint64_t sent = redis->connection ? bc_bytes_sent(redis->connection) : 0;

	ZVAL_NULL(&value);
	baton_redis_run(execute_data, &value, command);
	if (EG(exception)) {
		zval_ptr_dtor(&value);
		RETURN_THROWS();
	}
	if (Z_TYPE(value) == IS_OBJECT && Z_OBJ(value) == Z_OBJ_P(ZEND_THIS)) {
		RETURN_COPY_VALUE(&value); /* it waits for exec() */
	}
	baton_tell_with_meta(return_value, &value, redis->cached && redis->connection && bc_bytes_sent(redis->connection) == sent);
}

PHP_METHOD(Baton_Redis, getWithMeta)
{
	with_meta(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
}

PHP_METHOD(Baton_Redis, hgetWithMeta)
{
	with_meta(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_hGet);
}

PHP_METHOD(Baton_Redis, isTracked)
{
	zend_string *key;
	baton_redis *redis = BATON_THIS();
	bc_worker *worker = baton_cache_worker();
	baton_call call;
	bc_found found;
	uint64_t space;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		BATON_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	RETVAL_FALSE;
	if (worker == NULL || !redis->cached || redis->connection == NULL || !bc_near_space(redis->connection, &space)) {
		return;
	}
	baton_call_begin(&call, redis, &baton_command_get);
	baton_add_key(&call, key);
	bc_bytes name = call.arguments.list[call.arguments.keys[0]];
	RETVAL_BOOL(bc_find_key(worker, space, name, BATON_SORT_MARK, &found) ||
		bc_find_key(worker, space, name, baton_cached_sort(redis), &found));
	baton_call_end(&call);
}

/* The most names that are returned at once: with what an array takes for each, of keys of 30 bytes, 8 MB. */
#define MOST_NAMES 100000

/* Of some entries of the memory, those that are values of the object's: names that may stand there more than once. */
static void note_names(const baton_redis *redis, bc_worker *worker, uint64_t space, const bc_entry *entries, size_t count, zend_array *names)
{
	bc_found found;
	for (size_t i = 0; i < count && zend_hash_num_elements(names) < MOST_NAMES; i++) {
		bc_bytes key = entries[i].key;
		if (bc_find_key(worker, space, key, baton_cached_sort(redis), &found) && found.tag != BATON_VALUE_MISSING) {
			zend_hash_str_add_empty_element(names, key.bytes, key.len);
		}
	}
}

PHP_METHOD(Baton_Redis, _getKeys)
{
	baton_redis *redis = BATON_THIS();
	bc_worker *worker = baton_cache_worker();
	uint64_t space, cursor = 0;
	zend_string *name;

	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	if (worker == NULL || !redis->cached || redis->connection == NULL || !bc_near_space(redis->connection, &space)) {
		return;
	}
	zend_array *names = zend_new_array(8);
	do {
		const bc_entry *entries;
		bool held = baton_cache_hold(worker);
		size_t count = bc_scan(worker, space, &cursor, &entries);
		note_names(redis, worker, space, entries, count, names);
		baton_cache_let_go(worker, held);
	} while (cursor != 0 && zend_hash_num_elements(names) < MOST_NAMES);
	ZEND_HASH_FOREACH_STR_KEY(names, name) {
		add_next_index_str(return_value, zend_string_copy(name));
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(names);
}

/* ---- Of the connection ---- */

PHP_METHOD(Baton_Redis, endpointId)
{
	char name[512];
	baton_redis *redis = BATON_THIS();
	size_t len = redis->connection ? bc_near_name(redis->connection, name, sizeof(name)) : 0;
	ZEND_PARSE_PARAMETERS_NONE();
	if (len == 0) {
		RETURN_FALSE;
	}
	RETURN_STRINGL(name, len);
}

PHP_METHOD(Baton_Redis, socketId)
{
	baton_redis *redis = BATON_THIS();
	ZEND_PARSE_PARAMETERS_NONE();
	if (redis->connection == NULL || !bc_connection_is_open(redis->connection)) {
		RETURN_FALSE;
	}
	RETURN_STR(zend_strpprintf(0, "%d.%d.%" PRIu64, (int) getpid(), bc_connection_descriptor(redis->connection),
		bc_connection_generation(redis->connection)));
}

PHP_METHOD(Baton_Redis, idleTime)
{
	baton_redis *redis = BATON_THIS();
	ZEND_PARSE_PARAMETERS_NONE();
	if (redis->connection == NULL || !bc_connection_is_open(redis->connection)) {
		RETURN_FALSE;
	}
	RETURN_LONG((zend_long) bc_connection_idle_ms(redis->connection));
}

PHP_METHOD(Baton_Redis, option)
{
	zend_long option;
	zval *value = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_LONG(option)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	if (value && Z_TYPE_P(value) != IS_NULL) {
		RETURN_BOOL(baton_redis_set_option(BATON_THIS(), option, value));
	}
	baton_redis_get_option(BATON_THIS(), option, return_value);
}

static void bytes(INTERNAL_FUNCTION_PARAMETERS)
{
	const baton_redis *redis = BATON_THIS();
	ZEND_PARSE_PARAMETERS_NONE();
	array_init_size(return_value, 2);
	add_next_index_long(return_value, redis->connection ? (zend_long) bc_bytes_sent(redis->connection) : 0);
	add_next_index_long(return_value, redis->connection ? (zend_long) bc_bytes_received(redis->connection) : 0);
}

PHP_METHOD(Baton_Redis, getBytes)
{
	bytes(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_METHOD(Baton_Redis, bytes)
{
	bytes(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_METHOD(Baton_Redis, clearBytes)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (BATON_THIS()->connection) {
		bc_clear_bytes(BATON_THIS()->connection);
	}
}

/* ---- Of the memory ---- */

static bool read_statistics(bc_statistics *statistics)
{
	bc_worker *worker = baton_cache_worker();
	memset(statistics, 0, sizeof(*statistics));
	if (worker) {
		bc_statistics_read(worker, statistics);
	}
	return worker != NULL;
}

PHP_METHOD(Baton_Redis, stats)
{
	bc_statistics now;
	zval part;

	ZEND_PARSE_PARAMETERS_NONE();
	read_statistics(&now);
	array_init(return_value);
	array_init(&part);
	add_assoc_long(&part, "workers", (zend_long) now.workers);
	add_assoc_long(&part, "elsewhere", (zend_long) now.counters[BATON_COUNT_ELSEWHERE]);
	add_assoc_long(&part, "entries", (zend_long) now.entries);
	add_assoc_zval(return_value, "usage", &part);
	array_init(&part);
	add_assoc_long(&part, "requests", (zend_long) (now.counters[BATON_COUNT_HITS] + now.counters[BATON_COUNT_MISSES]));
	add_assoc_long(&part, "hits", (zend_long) now.counters[BATON_COUNT_HITS]);
	add_assoc_long(&part, "misses", (zend_long) now.counters[BATON_COUNT_MISSES]);
	add_assoc_long(&part, "kept", (zend_long) now.counters[BATON_COUNT_KEPT]);
	add_assoc_long(&part, "changed_meanwhile", (zend_long) now.counters[BATON_COUNT_REFUSED]);
	add_assoc_long(&part, "unreadable", (zend_long) now.counters[BATON_COUNT_UNREADABLE]);
	add_assoc_long(&part, "evictions", (zend_long) now.evictions);
	add_assoc_long(&part, "oom", (zend_long) now.refused);
	add_assoc_long(&part, "repairs", (zend_long) now.repairs);
	add_assoc_zval(return_value, "stats", &part);
	array_init(&part);
	add_assoc_long(&part, "total", (zend_long) now.limit);
	add_assoc_long(&part, "used", (zend_long) now.used);
	add_assoc_long(&part, "free", (zend_long) now.free);
	add_assoc_long(&part, "waiting", (zend_long) now.waiting);
	add_assoc_zval(return_value, "memory", &part);
}

static void append_metric(smart_str *text, const char *name, const char *type, const char *help, uint64_t value)
{
	smart_str_append_printf(text, "# HELP %s %s\n# TYPE %s %s\n%s %" PRIu64 "\n", name, help, name, type, name, value);
}

PHP_METHOD(Baton_Redis, metrics)
{
	bc_statistics now;
	smart_str text = {0};

	ZEND_PARSE_PARAMETERS_NONE();
	read_statistics(&now);
	append_metric(&text, "baton_cache_hits_total", "counter", "Reads that were answered from memory.", now.counters[BATON_COUNT_HITS]);
	append_metric(&text, "baton_cache_misses_total", "counter", "Reads that were not in memory.", now.counters[BATON_COUNT_MISSES]);
	append_metric(&text, "baton_cache_kept_total", "counter", "Replies that were kept.", now.counters[BATON_COUNT_KEPT]);
	append_metric(&text, "baton_cache_changed_meanwhile_total", "counter", "Replies that were not kept because their key changed on the way.",
		now.counters[BATON_COUNT_REFUSED]);
	append_metric(&text, "baton_cache_unreadable_total", "counter", "Values of a Table that no object could be made of.",
		now.counters[BATON_COUNT_UNREADABLE]);
	append_metric(&text, "baton_cache_elsewhere_total", "counter",
		"Connections without a cache: their server is another process than the tracked one, or does not say which it is (INFO).",
		now.counters[BATON_COUNT_ELSEWHERE]);
	append_metric(&text, "baton_cache_evictions_total", "counter", "Entries that had to make room.", now.evictions);
	append_metric(&text, "baton_cache_refused_total", "counter", "Entries for which there was no room.", now.refused);
	append_metric(&text, "baton_cache_repairs_total", "counter", "Parts of the memory that were repaired after a process died in them.", now.repairs);
	append_metric(&text, "baton_cache_entries", "gauge", "Entries in the memory.", now.entries);
	append_metric(&text, "baton_cache_workers", "gauge", "The most processes that used the memory at a time.", now.workers);
	append_metric(&text, "baton_cache_memory_bytes", "gauge", "Bytes that entries can have.", now.limit);
	append_metric(&text, "baton_cache_used_bytes", "gauge", "Bytes that entries have.", now.used);
	append_metric(&text, "baton_cache_waiting_bytes", "gauge", "Bytes that wait for requests that may still read them.", now.waiting);
	RETURN_STR(smart_str_extract(&text));
}

PHP_METHOD(Baton_Redis, license)
{
	bc_statistics now;
	ZEND_PARSE_PARAMETERS_NONE();
	read_statistics(&now);
	array_init_size(return_value, 3);
	add_assoc_string(return_value, "state", "licensed");
	add_assoc_string(return_value, "reason", "baton_cache needs no license");
	add_assoc_long(return_value, "memory-limit", (zend_long) now.limit);
}

PHP_METHOD(Baton_Redis, maxMemory)
{
	bc_statistics now;
	ZEND_PARSE_PARAMETERS_NONE();
	read_statistics(&now);
	RETURN_LONG((zend_long) now.limit);
}

PHP_METHOD(Baton_Redis, memory)
{
	bc_statistics now;
	ZEND_PARSE_PARAMETERS_NONE();
	read_statistics(&now);
	RETURN_LONG((zend_long) now.used);
}

PHP_METHOD(Baton_Redis, flushMemory)
{
	zend_string *endpoint = NULL;
	zend_long database = -1;
	bool all = true;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		BATON_PARAM_STR_OR_NULL(endpoint)
		Z_PARAM_LONG_OR_NULL(database, all)
	ZEND_PARSE_PARAMETERS_END();
	if (!all && (database < 0 || database > INT32_MAX)) {
		zend_argument_value_error(2, "must be the number of a database");
		RETURN_THROWS();
	}
	bc_bytes name = endpoint ? (bc_bytes) { ZSTR_VAL(endpoint), ZSTR_LEN(endpoint) } : (bc_bytes) { NULL, 0 };
	RETURN_BOOL(worker && bc_near_forget_all(worker, name, all ? -1 : (int32_t) database));
}

PHP_METHOD(Baton_Redis, lastMemoryFlush)
{
	zend_string *endpoint = NULL;
	zend_long database;
	bool is_null;
	bc_worker *worker = baton_cache_worker();
	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(endpoint)
		Z_PARAM_LONG_OR_NULL(database, is_null)
	ZEND_PARSE_PARAMETERS_END();
	/* There is one time for the whole memory. */
	(void) endpoint;
	(void) database;
	(void) is_null;
	uint64_t last = worker ? bc_near_last_forgotten(worker) : 0;
	if (last == 0) {
		RETURN_FALSE;
	}
	RETURN_LONG((zend_long) (last / 1000));
}
