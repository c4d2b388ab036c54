/* Moving keys from the servers of the previous ring to those of the new one.
 *
 * A key is stored at its new server, and deleted at the old one only once that has said so: what interrupts it leaves the key at one of
 * them, or the same at both, and it can be run again. A key goes over as DUMP and RESTORE have it, byte for byte and with its time to live in
 * milliseconds. A server that does not read the other's dumps, as an older one does not, is given the elements; so is one that has such
 * a key, which somebody has written since: what is there is newer and stays, and what is missing of a hash, set, sorted set or list is
 * added. */
#include "redis_array.h"

#include "zend_exceptions.h"

/* ---- A command of a server, in words as they are: no prefix, no serializer ---- */

typedef struct {
	baton_options options;
	baton_values values;
} bare;

static void begin_bare(zval *server, bare *kept)
{
	baton_redis *redis = baton_redis_of(Z_OBJ_P(server));
	kept->options = redis->options;
	kept->values = redis->values;
	redis->options.prefix = NULL;
	redis->options.throws = redis->options.nil_is_null = false;
	memset(&redis->values, 0, sizeof(redis->values));
	baton_values_changed(&redis->values);
}

static void end_bare(zval *server, const bare *kept)
{
	baton_redis *redis = baton_redis_of(Z_OBJ_P(server));
	redis->options = kept->options;
	redis->values = kept->values;
}

/* A method whose first argument is the key. */
static bool ask(zval *server, const char *method, const zend_string *key, uint32_t count, const zval *more, zval *to)
{
	zval *arguments = safe_emalloc(count + 1, sizeof(zval), 0);
	ZVAL_STR(&arguments[0], (zend_string *) key);
	memcpy(&arguments[1], more, count * sizeof(zval));
	bool asked = baton_ring_call(server, method, count + 1, arguments, to);
	efree(arguments);
	return asked;
}

static bool is_done(zval *server, const char *method, const zend_string *key, uint32_t count, const zval *more)
{
	zval result;
	bool done = ask(server, method, key, count, more, &result) && Z_TYPE(result) != IS_FALSE;
	zval_ptr_dtor(&result);
	return done;
}

/* ---- Element by element ---- */

/* Adds the elements of a list of values, which are arguments of one command. */
static bool add_values(zval *to, const char *method, const zend_string *key, zend_array *values)
{
	uint32_t count = 0;
	zval *arguments = safe_emalloc(zend_hash_num_elements(values), sizeof(zval), 0), *value;
	ZEND_HASH_FOREACH_VAL(values, value) {
		ZVAL_COPY_VALUE(&arguments[count++], value);
	} ZEND_HASH_FOREACH_END();
	bool added = is_done(to, method, key, count, arguments);
	efree(arguments);
	return added;
}

/* Members with their scores; those that are there keep theirs. */
static bool add_scores(zval *to, const zend_string *key, zend_array *scores)
{
	uint32_t count = 1;
	zend_string *member;
	zend_ulong number;
	zval *score, *arguments = safe_emalloc(zend_hash_num_elements(scores), 2 * sizeof(zval), sizeof(zval));
	array_init(&arguments[0]);
	add_next_index_string(&arguments[0], "NX");
	ZEND_HASH_FOREACH_KEY_VAL(scores, number, member, score) {
		ZVAL_COPY_VALUE(&arguments[count], score);
		ZVAL_STR(&arguments[count + 1], member ? zend_string_copy(member) : zend_long_to_str((zend_long) number));
		count += 2;
	} ZEND_HASH_FOREACH_END();
	bool added = is_done(to, "zadd", key, count, arguments);
	zval_ptr_dtor(&arguments[0]);
	for (uint32_t i = 2; i < count; i += 2) {
		zval_ptr_dtor(&arguments[i]);
	}
	efree(arguments);
	return added;
}

/* Fields that are there keep their values. */
static bool add_fields(zval *to, const zend_string *key, zend_array *fields)
{
	zend_string *field;
	zend_ulong number;
	zval *value, arguments[2], result;
	ZEND_HASH_FOREACH_KEY_VAL(fields, number, field, value) {
		ZVAL_STR(&arguments[0], field ? zend_string_copy(field) : zend_long_to_str((zend_long) number));
		ZVAL_COPY_VALUE(&arguments[1], value);
		bool asked = ask(to, "hsetnx", key, 2, arguments, &result);
		zval_ptr_dtor(&arguments[0]);
		zval_ptr_dtor(&result);
		if (!asked) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static void range_of_all(zval *bounds)
{
	ZVAL_LONG(&bounds[0], 0);
	ZVAL_LONG(&bounds[1], -1);
	ZVAL_TRUE(&bounds[2]);
}

/* False where the key has a type that has no elements to be asked for, such as a stream, or a server refuses. */
static bool copy_elements(zval *from, zval *to, const zend_string *key)
{
	zval type, all, bounds[3];
	bool copied = false;
	range_of_all(bounds);
	ZVAL_NULL(&all);
	if (!ask(from, "type", key, 0, NULL, &type)) {
		return false;
	}
	switch (zval_get_long(&type)) {
		case 1: /* REDIS_STRING */
			copied = ask(from, "get", key, 0, NULL, &all) && Z_TYPE(all) == IS_STRING;
			/* A string that is there is newer. */
			copied = copied && (is_done(to, "setnx", key, 1, &all) || !EG(exception));
			break;
		case 2: /* REDIS_SET */
			copied = ask(from, "smembers", key, 0, NULL, &all) && Z_TYPE(all) == IS_ARRAY && add_values(to, "sadd", key, Z_ARRVAL(all));
			break;
		case 3: /* REDIS_LIST */
			copied = ask(from, "lrange", key, 2, bounds, &all) && Z_TYPE(all) == IS_ARRAY && add_values(to, "rpush", key, Z_ARRVAL(all));
			break;
		case 4: /* REDIS_ZSET */
			copied = ask(from, "zrange", key, 3, bounds, &all) && Z_TYPE(all) == IS_ARRAY && add_scores(to, key, Z_ARRVAL(all));
			break;
		case 5: /* REDIS_HASH */
			copied = ask(from, "hgetall", key, 0, NULL, &all) && Z_TYPE(all) == IS_ARRAY && add_fields(to, key, Z_ARRVAL(all));
			break;
		default:
			break;
	}
	zval_ptr_dtor(&all);
	zval_ptr_dtor(&type);
	return copied && !EG(exception);
}

/* ---- A key ---- */

static bool is_same(zval *server, const zend_string *key, const zval *dump)
{
	zval there;
	bool same = ask(server, "dump", key, 0, NULL, &there) && Z_TYPE(there) == IS_STRING && zend_string_equals(Z_STR(there), Z_STR_P(dump));
	zval_ptr_dtor(&there);
	return same;
}

/* Stores what was dumped; false where that is not done, maybe with an exception. */
static bool restore(zval *to, const zend_string *key, zend_long lives, const zval *dump)
{
	zval arguments[2];
	ZVAL_LONG(&arguments[0], MAX(lives, 0));
	ZVAL_COPY_VALUE(&arguments[1], dump);
	return is_done(to, "restore", key, 2, arguments);
}

static bool copy_key(zval *from, zval *to, const zend_string *key, zend_long lives, const zval *dump)
{
	zval milliseconds, existed;
	if (!ask(to, "exists", key, 0, NULL, &existed)) {
		return false;
	}
	if (zval_get_long(&existed) > 0) {
		/* Of an earlier move that was interrupted, or newer. */
		return is_same(to, key, dump) || (!EG(exception) && copy_elements(from, to, key));
	}
	if (restore(to, key, lives, dump)) {
		return true;
	}
	if (EG(exception) || !copy_elements(from, to, key)) {
		return false;
	}
	ZVAL_LONG(&milliseconds, lives);
	return lives <= 0 || is_done(to, "pexpire", key, 1, &milliseconds);
}

/* Whether the key is at its new server then; one that is gone by now needs no move. */
static bool copy_bare(zval *from, zval *to, const zend_string *key)
{
	zval dump, lives;
	ZVAL_NULL(&lives);
	bool copied = ask(from, "dump", key, 0, NULL, &dump) && Z_TYPE(dump) == IS_STRING && ask(from, "pttl", key, 0, NULL, &lives)
		&& zval_get_long(&lives) != -2 && copy_key(from, to, key, zval_get_long(&lives), &dump);
	zval_ptr_dtor(&lives);
	zval_ptr_dtor(&dump);
	return copied;
}

/* In the set of a server's keys, which has the object's prefix and serializer as any other. */
static bool change_index(const baton_ring *ring, zval *server, const char *method, const zend_string *key)
{
	zval arguments[2], result;
	if (!ring->has_index) {
		return true;
	}
	ZVAL_STRING(&arguments[0], BATON_RING_INDEX);
	ZVAL_STR(&arguments[1], (zend_string *) key);
	bool changed = baton_ring_call(server, method, 2, arguments, &result);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&arguments[0]);
	return changed;
}

static zend_string *stored_name(zval *server, const zend_string *key)
{
	const zend_string *prefix = baton_redis_of(Z_OBJ_P(server))->options.prefix;
	return prefix ? zend_string_concat2(ZSTR_VAL(prefix), ZSTR_LEN(prefix), ZSTR_VAL(key), ZSTR_LEN(key)) : zend_string_copy((zend_string *) key);
}

bool baton_ring_move(const baton_ring *ring, zval *from, zval *to, const zend_string *key)
{
	bare of_from, of_to;
	zend_string *name = stored_name(from, key);
	begin_bare(from, &of_from);
	begin_bare(to, &of_to);
	bool copied = copy_bare(from, to, name);
	end_bare(to, &of_to);
	end_bare(from, &of_from);
	if (copied && change_index(ring, to, "sadd", key)) {
		begin_bare(from, &of_from);
		bool deleted = is_done(from, "del", name, 0, NULL);
		end_bare(from, &of_from);
		if (deleted) {
			change_index(ring, from, "srem", key);
		}
	}
	zend_string_release(name);
	return !EG(exception);
}

/* ---- All of them ---- */

static void tell_progress(zend_fcall_info *callback, zend_fcall_info_cache *cache, zend_string *host, uint32_t count)
{
	zval arguments[2], result;
	ZVAL_STR(&arguments[0], host);
	ZVAL_LONG(&arguments[1], count);
	callback->params = arguments;
	callback->param_count = 2;
	callback->retval = &result;
	ZVAL_UNDEF(&result);
	zend_call_function(callback, cache);
	zval_ptr_dtor(&result);
}

/* The names of a server's keys, without the prefix. */
static bool list_keys(const baton_ring *ring, zval *server, zval *to)
{
	zval argument;
	ZVAL_STRING(&argument, ring->has_index ? BATON_RING_INDEX : "*");
	bool listed = baton_ring_call(server, ring->has_index ? "smembers" : "keys", 1, &argument, to) && Z_TYPE_P(to) == IS_ARRAY;
	zval_ptr_dtor(&argument);
	return listed;
}

/* KEYS names them with the prefix, which is no part of what is hashed. */
static zend_string *without_prefix(const baton_ring *ring, zval *server, zval *name)
{
	const zend_string *prefix = baton_redis_of(Z_OBJ_P(server))->options.prefix;
	zend_string *text = zval_get_string(name);
	if (prefix == NULL || ring->has_index || ZSTR_LEN(text) < ZSTR_LEN(prefix)
		|| memcmp(ZSTR_VAL(text), ZSTR_VAL(prefix), ZSTR_LEN(prefix)) != 0) {
		return text;
	}
	zend_string *key = zend_string_init(ZSTR_VAL(text) + ZSTR_LEN(prefix), ZSTR_LEN(text) - ZSTR_LEN(prefix), 0);
	zend_string_release(text);
	return key;
}

static void rehash_server(const baton_ring *ring, zval *server, zend_string *host, zend_fcall_info *callback, zend_fcall_info_cache *cache)
{
	zval names, *name;
	if (list_keys(ring, server, &names) && zend_hash_num_elements(Z_ARRVAL(names)) > 0) {
		if (callback) {
			tell_progress(callback, cache, host, zend_hash_num_elements(Z_ARRVAL(names)));
		}
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(names), name) {
			if (EG(exception)) {
				break;
			}
			zend_string *key = without_prefix(ring, server, name);
			int64_t target = baton_ring_find(ring, key);
			if (target >= 0 && !zend_string_equals(ring->hosts[target], host)) {
				baton_ring_move(ring, server, &ring->servers[target], key);
			}
			zend_string_release(key);
		} ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&names);
}

void baton_ring_rehash(const baton_ring *ring, zend_fcall_info *callback, zend_fcall_info_cache *cache)
{
	const baton_ring *previous = ring->previous;
	for (uint32_t i = 0; previous && i < previous->count && !EG(exception); i++) {
		rehash_server(ring, &previous->servers[i], previous->hosts[i], callback, cache);
	}
}
