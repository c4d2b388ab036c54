/* Methods of an array that go where their keys are: to one server, or in parts to several. */
#include "redis_array.h"

#include "zend_exceptions.h"

/* ---- Any method of Redis ---- */

/* Those that ask the previous servers where this one has nothing. */
static bool reads(const zend_string *method)
{
	static const char *const names[] = {
		"exists", "get", "getbit", "getrange", "hexists", "hget", "hgetall", "hkeys", "hlen", "hmget", "hvals", "lindex", "llen", "lrange",
		"object", "scard", "sdiff", "sinter", "sismember", "smembers", "srandmember", "strlen", "sunion", "type", "zcard", "zcount",
		"zrange", "zrank", "zrevrange", "zrevrangebyscore", "zrevrank", "zscore",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(ZSTR_VAL(method), names[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Whether a reply says that there is nothing. */
static bool found_nothing(const zend_string *method, const zval *reply)
{
	return Z_TYPE_P(reply) == IS_FALSE || Z_TYPE_P(reply) == IS_NULL
		|| (Z_TYPE_P(reply) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(reply)) == 0)
		|| (zend_string_equals_literal(method, "type")
			&& ((Z_TYPE_P(reply) == IS_LONG && Z_LVAL_P(reply) == 0) || (Z_TYPE_P(reply) == IS_STRING && zend_string_equals_literal(Z_STR_P(reply), "none"))));
}

typedef struct {
	zend_string *method; /* in lower case */
	zend_string *key;
	uint32_t count;
	zval *arguments;
} forwarded;

/* The method of the server's own class, so that there is none under PhpRedis's names that PhpRedis does not have. */
static bool call(const forwarded *call, zval *server, zval *to)
{
	zend_function *function = zend_hash_find_ptr(&Z_OBJCE_P(server)->function_table, call->method);
	ZVAL_NULL(to);
	if (function == NULL || !(function->common.fn_flags & ZEND_ACC_PUBLIC)) {
		zend_throw_error(NULL, "Call to undefined method %s::%s()", ZSTR_VAL(Z_OBJCE_P(server)->name), ZSTR_VAL(call->method));
		return false;
	}
	zend_call_known_instance_method(function, Z_OBJ_P(server), to, call->count, call->arguments);
	return !EG(exception);
}

static zval *server_of(const baton_array *array, const baton_ring *ring, const zend_string *key)
{
	int64_t server = baton_ring_find(ring, key);
	if (server < 0 && !EG(exception)) {
		zend_throw_exception(array->names->exception, "Could not find any redis servers for this key.", 0);
	}
	return server < 0 ? NULL : &ring->servers[server];
}

/* Adds keys to the set of a server's keys, or takes them away. */
static bool note_keys(zval *server, const char *method, uint32_t count, zval *keys)
{
	zval *arguments = safe_emalloc(count + 1, sizeof(zval), 0), result;
	ZVAL_STRING(&arguments[0], BATON_RING_INDEX);
	for (uint32_t i = 0; i < count; i++) {
		ZVAL_COPY_VALUE(&arguments[i + 1], &keys[i]);
	}
	bool noted = baton_ring_call(server, method, count + 1, arguments, &result);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&arguments[0]);
	efree(arguments);
	return noted;
}

static bool begin_transaction(zval *server)
{
	zval result;
	bool begun = baton_ring_call(server, "multi", 0, NULL, &result);
	zval_ptr_dtor(&result);
	return begun;
}

/* The first of the transaction's results. */
static void commit(zval *server, zval *to)
{
	zval results, *first;
	ZVAL_FALSE(to);
	if (baton_ring_call(server, "exec", 0, NULL, &results) && Z_TYPE(results) == IS_ARRAY
		&& (first = zend_hash_index_find(Z_ARRVAL(results), 0)) != NULL) {
		ZVAL_COPY(to, first);
	}
	zval_ptr_dtor(&results);
}

static void write_and_note(const forwarded *forwarded, zval *server, zval *to)
{
	zval key;
	ZVAL_STR(&key, forwarded->key);
	bool queued = begin_transaction(server) && call(forwarded, server, to);
	zval_ptr_dtor(to);
	ZVAL_FALSE(to);
	if (queued && note_keys(server, "sadd", 1, &key)) {
		commit(server, to);
	}
}

/* A read that finds nothing asks the previous ring, whose key may then be moved here. */
static void read_from_both(const baton_array *array, const forwarded *forwarded, zval *server, zval *to)
{
	const baton_ring *ring = array->ring, *previous = ring->previous;
	if (!call(forwarded, server, to) || previous == NULL || !found_nothing(forwarded->method, to)) {
		return;
	}
	zval_ptr_dtor(to);
	ZVAL_NULL(to);
	zval *before = server_of(array, previous, forwarded->key);
	if (before && call(forwarded, before, to) && ring->moves_keys && !found_nothing(forwarded->method, to)) {
		baton_ring_move(ring, before, server, forwarded->key);
	}
}

static void forward(const baton_array *array, const forwarded *forwarded, zval *to)
{
	zval *server = server_of(array, array->ring, forwarded->key);
	if (server == NULL) {
		return;
	}
	if (reads(forwarded->method)) {
		read_from_both(array, forwarded, server, to);
	} else if (array->ring->has_index) {
		write_and_note(forwarded, server, to);
	} else {
		call(forwarded, server, to);
	}
}

/* A command of multi(): its result comes with exec(). */
static void collect(const baton_array *array, zend_object *self, const forwarded *forwarded, zval *to)
{
	bool queued = call(forwarded, array->collecting, to);
	zval_ptr_dtor(to);
	if (queued) {
		ZVAL_OBJ_COPY(to, self);
	} else {
		ZVAL_NULL(to);
	}
}

PHP_METHOD(Baton_RedisArray, __call)
{
	zend_string *name;
	zend_array *given;
	zval *argument;
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(name)
		Z_PARAM_ARRAY_HT(given)
	ZEND_PARSE_PARAMETERS_END();
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (array->ring == NULL || zend_hash_num_elements(given) == 0) {
		RETURN_FALSE;
	}
	forwarded forwarded = {.method = zend_string_tolower(name), .arguments = safe_emalloc(zend_hash_num_elements(given), sizeof(zval), 0)};
	ZEND_HASH_FOREACH_VAL(given, argument) {
		ZVAL_COPY(&forwarded.arguments[forwarded.count++], argument);
	} ZEND_HASH_FOREACH_END();
	if (array->collecting) {
		collect(array, Z_OBJ_P(ZEND_THIS), &forwarded, return_value);
	} else if (Z_TYPE(forwarded.arguments[0]) == IS_STRING) {
		forwarded.key = Z_STR(forwarded.arguments[0]);
		forward(array, &forwarded, return_value);
	} else {
		zend_throw_exception(array->names->exception, "Could not find key: the first argument must be a string", 0);
	}
	for (uint32_t i = 0; i < forwarded.count; i++) {
		zval_ptr_dtor(&forwarded.arguments[i]);
	}
	efree(forwarded.arguments);
	zend_string_release(forwarded.method);
}

/* ---- Keys of several servers ---- */

/* Keys, or keys with their values, and the server of each. */
typedef struct {
	uint32_t count;
	zval *keys; /* strings */
	zval **values; /* NULL for each key without one */
	uint32_t *servers;
} spread;

static void begin_spread(spread *spread, uint32_t room)
{
	spread->count = 0;
	spread->keys = safe_emalloc(room, sizeof(zval), 0);
	spread->values = safe_emalloc(room, sizeof(zval *), 0);
	spread->servers = safe_emalloc(room, sizeof(uint32_t), 0);
}

/* Takes over the key's reference; false where it has no server. */
static bool add_key(spread *spread, const baton_array *array, zend_string *key, zval *value)
{
	int64_t server = baton_ring_find(array->ring, key);
	ZVAL_STR(&spread->keys[spread->count], key);
	spread->values[spread->count] = value;
	spread->servers[spread->count++] = (uint32_t) server;
	return server >= 0;
}

static void end_spread(spread *spread)
{
	for (uint32_t i = 0; i < spread->count; i++) {
		zval_ptr_dtor(&spread->keys[i]);
	}
	efree(spread->keys);
	efree(spread->values);
	efree(spread->servers);
}

/* What of it is one server's, as the argument of its method; its number of keys. */
static uint32_t part_of(const spread *spread, uint32_t server, zval *to)
{
	array_init(to);
	for (uint32_t i = 0; i < spread->count; i++) {
		if (spread->servers[i] != server) {
			continue;
		}
		zval *element = spread->values[i] ? spread->values[i] : &spread->keys[i];
		Z_TRY_ADDREF_P(element);
		if (spread->values[i]) {
			zend_symtable_update(Z_ARRVAL_P(to), Z_STR(spread->keys[i]), element);
		} else {
			zend_hash_next_index_insert(Z_ARRVAL_P(to), element);
		}
	}
	return zend_hash_num_elements(Z_ARRVAL_P(to));
}

/* The keys of one server's part, as arguments. */
static bool note_part(const spread *spread, uint32_t server, zval *object, const char *method)
{
	zval *keys = safe_emalloc(spread->count, sizeof(zval), 0);
	uint32_t count = 0;
	for (uint32_t i = 0; i < spread->count; i++) {
		if (spread->servers[i] == server) {
			ZVAL_COPY_VALUE(&keys[count++], &spread->keys[i]);
		}
	}
	bool noted = note_keys(object, method, count, keys);
	efree(keys);
	return noted;
}

/* A method of one server for its part; with an index, in a transaction in which that changes too. False with an exception, or where the
 * server has no part. */
static bool run_part(const baton_ring *ring, const spread *spread, uint32_t server, const char *method, const char *index_method, zval *to)
{
	zval *object = &ring->servers[server], argument, queued;
	ZVAL_NULL(to);
	if (part_of(spread, server, &argument) == 0) {
		zval_ptr_dtor(&argument);
		return false;
	}
	if (ring->has_index && index_method) {
		if (begin_transaction(object) && baton_ring_call(object, method, 1, &argument, &queued)
			&& note_part(spread, server, object, index_method)) {
			commit(object, to);
		}
		zval_ptr_dtor(&queued);
	} else {
		baton_ring_call(object, method, 1, &argument, to);
	}
	zval_ptr_dtor(&argument);
	return !EG(exception);
}

/* Between multi() and exec() a method goes to that server as it is. */
static bool collected(INTERNAL_FUNCTION_PARAMETERS, const char *method)
{
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (array->collecting == NULL) {
		return false;
	}
	forwarded forwarded = {
		.method = zend_string_init(method, strlen(method), 0), .count = ZEND_NUM_ARGS(), .arguments = ZEND_CALL_ARG(execute_data, 1),
	};
	collect(array, Z_OBJ_P(ZEND_THIS), &forwarded, return_value);
	zend_string_release(forwarded.method);
	return true;
}

/* The key that an element of an array is; NULL with an exception. */
static zend_string *key_of(const baton_array *array, zval *element)
{
	ZVAL_DEREF(element);
	if (Z_TYPE_P(element) == IS_STRING || Z_TYPE_P(element) == IS_LONG) {
		return zval_get_string(element);
	}
	zend_throw_exception(array->names->exception, "All keys must be strings or integers", 0);
	return NULL;
}

static bool add_keys(spread *spread, const baton_array *array, zend_array *keys)
{
	zval *element;
	ZEND_HASH_FOREACH_VAL(keys, element) {
		zend_string *key = key_of(array, element);
		if (key == NULL || !add_key(spread, array, key, NULL)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* The values of one server, each at the place of its key. */
static void place_values(const spread *spread, uint32_t server, zval *from, zval *values)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < spread->count; i++) {
		zval *value = spread->servers[i] == server ? zend_hash_index_find(Z_ARRVAL_P(from), next++) : NULL;
		if (value) {
			ZVAL_COPY(&values[i], value);
		}
	}
}

/* False where a server has refused. */
static bool mget_parts(const baton_ring *ring, const spread *spread, zval *values)
{
	bool all = true;
	for (uint32_t server = 0; server < ring->count && all; server++) {
		zval part;
		if (run_part(ring, spread, server, "mget", NULL, &part)) {
			all = Z_TYPE(part) == IS_ARRAY;
			if (all) {
				place_values(spread, server, &part, values);
			}
		}
		zval_ptr_dtor(&part);
		all = all && !EG(exception);
	}
	return all;
}

PHP_METHOD(Baton_RedisArray, mget)
{
	zend_array *keys;
	spread spread;
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (collected(INTERNAL_FUNCTION_PARAM_PASSTHRU, "mget")) {
		return;
	}
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(keys)
	ZEND_PARSE_PARAMETERS_END();
	if (array->ring == NULL || zend_hash_num_elements(keys) == 0) {
		RETURN_FALSE;
	}
	begin_spread(&spread, zend_hash_num_elements(keys));
	zval *values = ecalloc(zend_hash_num_elements(keys), sizeof(zval));
	bool all = add_keys(&spread, array, keys) && mget_parts(array->ring, &spread, values);
	array_init_size(return_value, spread.count);
	for (uint32_t i = 0; i < spread.count; i++) {
		if (!Z_ISUNDEF(values[i])) {
			zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), &values[i]);
		}
	}
	if (!all) {
		zval_ptr_dtor(return_value);
		RETVAL_FALSE;
	}
	efree(values);
	end_spread(&spread);
}

static bool add_pairs(spread *spread, const baton_array *array, zend_array *pairs)
{
	zend_string *name;
	zend_ulong number;
	zval *value;
	ZEND_HASH_FOREACH_KEY_VAL(pairs, number, name, value) {
		ZVAL_DEREF(value);
		if (!add_key(spread, array, name ? zend_string_copy(name) : zend_long_to_str((zend_long) number), value)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

PHP_METHOD(Baton_RedisArray, mset)
{
	zend_array *pairs;
	spread spread;
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (collected(INTERNAL_FUNCTION_PARAM_PASSTHRU, "mset")) {
		return;
	}
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(pairs)
	ZEND_PARSE_PARAMETERS_END();
	if (array->ring == NULL || zend_hash_num_elements(pairs) == 0) {
		RETURN_FALSE;
	}
	begin_spread(&spread, zend_hash_num_elements(pairs));
	bool all = add_pairs(&spread, array, pairs);
	for (uint32_t server = 0; all && server < array->ring->count && !EG(exception); server++) {
		zval stored;
		if (run_part(array->ring, &spread, server, "mset", "sadd", &stored)) {
			all = Z_TYPE(stored) == IS_TRUE;
		}
		zval_ptr_dtor(&stored);
	}
	end_spread(&spread);
	RETVAL_BOOL(all);
}

static void delete(INTERNAL_FUNCTION_PARAMETERS, const char *method)
{
	zval *arguments;
	uint32_t count;
	spread spread;
	zend_long deleted = 0;
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (collected(INTERNAL_FUNCTION_PARAM_PASSTHRU, method)) {
		return;
	}
	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', arguments, count)
	ZEND_PARSE_PARAMETERS_END();
	bool is_list = count == 1 && Z_TYPE(arguments[0]) == IS_ARRAY;
	uint32_t most = is_list ? zend_hash_num_elements(Z_ARRVAL(arguments[0])) : count;
	if (array->ring == NULL || most == 0) {
		RETURN_FALSE;
	}
	begin_spread(&spread, most);
	bool all = true;
	for (uint32_t i = 0; i < count && all; i++) {
		zend_string *key = is_list ? NULL : key_of(array, &arguments[i]);
		all = is_list ? add_keys(&spread, array, Z_ARRVAL(arguments[0])) : key && add_key(&spread, array, key, NULL);
	}
	for (uint32_t server = 0; all && server < array->ring->count && !EG(exception); server++) {
		zval number;
		if (run_part(array->ring, &spread, server, method, "srem", &number)) {
			deleted += zval_get_long(&number);
		}
		zval_ptr_dtor(&number);
	}
	end_spread(&spread);
	if (!all) {
		RETURN_FALSE;
	}
	RETURN_LONG(deleted);
}

PHP_METHOD(Baton_RedisArray, del)
{
	delete(INTERNAL_FUNCTION_PARAM_PASSTHRU, "del");
}

PHP_METHOD(Baton_RedisArray, unlink)
{
	delete(INTERNAL_FUNCTION_PARAM_PASSTHRU, "unlink");
}

/* ---- Cursors, which are one server's ---- */

static void set_pattern(zval *to, zend_string *pattern)
{
	if (pattern) {
		ZVAL_STR(to, pattern);
	} else {
		ZVAL_NULL(to);
	}
}

static void scan_at(zval *server, const char *method, uint32_t count, zval *arguments, zval *to)
{
	if (!baton_ring_call(server, method, count, arguments, to)) {
		zval_ptr_dtor(to);
		ZVAL_NULL(to);
	}
}

static void scan_key(INTERNAL_FUNCTION_PARAMETERS, const char *method)
{
	zend_string *key, *pattern = NULL;
	zend_long count = 0;
	zval *cursor, arguments[4];
	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_STR(key)
		Z_PARAM_ZVAL(cursor)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(pattern)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	zval *server = array->ring ? server_of(array, array->ring, key) : NULL;
	if (server == NULL) {
		RETURN_FALSE;
	}
	ZVAL_STR(&arguments[0], key);
	ZVAL_COPY_VALUE(&arguments[1], cursor);
	set_pattern(&arguments[2], pattern);
	ZVAL_LONG(&arguments[3], count);
	scan_at(server, method, 4, arguments, return_value);
}

PHP_METHOD(Baton_RedisArray, hscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, "hscan");
}

PHP_METHOD(Baton_RedisArray, sscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, "sscan");
}

PHP_METHOD(Baton_RedisArray, zscan)
{
	scan_key(INTERNAL_FUNCTION_PARAM_PASSTHRU, "zscan");
}

PHP_METHOD(Baton_RedisArray, scan)
{
	zend_string *host, *pattern = NULL;
	zend_long count = 0;
	zval *cursor, arguments[3];
	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_ZVAL(cursor)
		Z_PARAM_STR(host)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(pattern)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	const baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	zval *server = array->ring ? baton_ring_server(array->ring, host) : NULL;
	if (server == NULL) {
		RETURN_FALSE;
	}
	ZVAL_COPY_VALUE(&arguments[0], cursor);
	set_pattern(&arguments[1], pattern);
	ZVAL_LONG(&arguments[2], count);
	scan_at(server, "scan", 3, arguments, return_value);
}
