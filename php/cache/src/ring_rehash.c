/* Moving keys from the servers of the previous ring to those of the new one.
 *
 * A key is stored at its new server, and deleted at the old one only once that has said so. What interrupts a move leaves the key at one
 * of them, or the same at both, and the next move finishes it: nothing is lost, and no element is there twice.
 *
 * A key goes over as DUMP and RESTORE have it, byte for byte and with its time to live in milliseconds. A server that does not read the
 * other's dumps, as an older one does not, is given the elements; so is one that has such a key, which somebody has written since: what is
 * there is newer and stays, and what is missing of a hash, set, sorted set or list is added.
 *
 * All that changes the key at its new server is one transaction, which also stores a note of what was moved: "KEY:baton-moved" with the
 * digest of the dump. While the note is there, a source with this digest has only to be deleted, however the key has changed since. The
 * transaction is begun with WATCH before the source is read, so that of two processes that move the same key one goes after the other. What
 * was restored waits under a name of its own, "KEY:baton-moving:RANDOM", since a RESTORE that the server refuses would not end a
 * transaction. Both names expire if nobody deletes them, and are not moved themselves. */
#include "redis_array.h"

#include "ext/standard/md5.h"
#include "ext/standard/php_random.h"

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

/* PhpRedis's numbers of types, as TYPE gives them. */
enum {
	IS_STRING_KEY = 1,
	IS_SET_KEY = 2,
	IS_LIST_KEY = 3,
	IS_SORTED_SET_KEY = 4,
	IS_HASH_KEY = 5,
};

static zend_long type_of(zval *server, const zend_string *key)
{
	zval type;
	zend_long number = ask(server, "type", key, 0, NULL, &type) ? zval_get_long(&type) : 0;
	zval_ptr_dtor(&type);
	return number;
}

/* All elements of a key, or its string; false where there are none, or its type has none that can be asked for, such as a stream. */
static bool read_elements(zval *from, const zend_string *key, zend_long type, zval *all)
{
	static const char *const methods[] = {[IS_STRING_KEY] = "get", [IS_SET_KEY] = "smembers", [IS_LIST_KEY] = "lrange",
		[IS_SORTED_SET_KEY] = "zrange", [IS_HASH_KEY] = "hgetall"};
	zval bounds[3];
	range_of_all(bounds);
	ZVAL_NULL(all);
	if (type < IS_STRING_KEY || type > IS_HASH_KEY) {
		return false;
	}
	uint32_t count = type == IS_LIST_KEY ? 2 : type == IS_SORTED_SET_KEY ? 3 : 0;
	return ask(from, methods[type], key, count, bounds, all)
		&& (type == IS_STRING_KEY ? Z_TYPE_P(all) == IS_STRING : Z_TYPE_P(all) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(all)) > 0);
}

/* Adds what is missing; in a transaction, whether the server has taken the commands. */
static bool add_elements(zval *to, const zend_string *key, zend_long type, zval *all)
{
	switch (type) {
		case IS_STRING_KEY:
			return is_done(to, "setnx", key, 1, all);
		case IS_SET_KEY:
			return add_values(to, "sadd", key, Z_ARRVAL_P(all));
		case IS_LIST_KEY:
			return add_values(to, "rpush", key, Z_ARRVAL_P(all));
		case IS_SORTED_SET_KEY:
			return add_scores(to, key, Z_ARRVAL_P(all));
		default:
			return add_fields(to, key, Z_ARRVAL_P(all));
	}
}

/* ---- A key ---- */

/* How long a note is kept for a move that was interrupted and is not run again, and what was restored and not put into its place. */
#define NOTE_SECONDS (7 * 24 * 3600)
#define RESTORED_MILLISECONDS (3600 * 1000)
/* How often a key is tried that others write meanwhile. It then stays where it is, and the next rehash moves it. */
#define TRIES 10

#define NOTE ":baton-moved"
#define RESTORED ":baton-moving:"
#define RANDOM_DIGITS 16

typedef enum {
	IS_GONE, /* no key is at the old server */
	IS_THERE, /* all of it is at the new one */
	STAYS, /* it could not be moved */
	WAS_CHANGED, /* somebody wrote to it meanwhile */
} outcome;

typedef struct {
	zval *from, *to;
	const zend_string *key;
	zend_string *note, *restored; /* names at the new server */
	zend_string *digest; /* of the dump */
	zend_long lives; /* milliseconds; -1: it does not expire */
} move;

static zend_string *digest_of(const zend_string *text)
{
	unsigned char digest[16];
	char hex[33];
	PHP_MD5_CTX context;
	PHP_MD5Init(&context);
	PHP_MD5Update(&context, ZSTR_VAL(text), ZSTR_LEN(text));
	PHP_MD5Final(digest, &context);
	make_digest(hex, digest);
	return zend_string_init(hex, 32, 0);
}

static bool ends_with(const zend_string *name, size_t behind, const char *text)
{
	size_t len = strlen(text);
	return ZSTR_LEN(name) > len + behind && memcmp(ZSTR_VAL(name) + ZSTR_LEN(name) - behind - len, text, len) == 0;
}

/* Whether a key is one of a move's own. */
static bool is_of_a_move(const zend_string *name)
{
	return ends_with(name, 0, NOTE) || ends_with(name, RANDOM_DIGITS, RESTORED);
}

static bool is_same(const move *move, const zval *dump)
{
	zval there;
	bool same = ask(move->to, "dump", move->key, 0, NULL, &there) && Z_TYPE(there) == IS_STRING && zend_string_equals(Z_STR(there), Z_STR_P(dump));
	zval_ptr_dtor(&there);
	return same;
}

static bool is_noted(const move *move)
{
	zval digest;
	bool noted = ask(move->to, "get", move->note, 0, NULL, &digest) && Z_TYPE(digest) == IS_STRING && zend_string_equals(Z_STR(digest), move->digest);
	zval_ptr_dtor(&digest);
	return noted;
}

/* A command without arguments. */
static bool is_told(zval *server, const char *method)
{
	zval result;
	bool told = baton_ring_call(server, method, 0, NULL, &result) && Z_TYPE(result) != IS_FALSE;
	zval_ptr_dtor(&result);
	return told;
}

static bool set_life(const move *move)
{
	zval milliseconds;
	ZVAL_LONG(&milliseconds, MAX(move->lives, 1));
	return move->lives < 0 || is_done(move->to, "pexpire", move->key, 1, &milliseconds);
}

static bool take_note(const move *move)
{
	zval arguments[2];
	ZVAL_LONG(&arguments[0], NOTE_SECONDS);
	ZVAL_STR(&arguments[1], move->digest);
	return is_done(move->to, "setex", move->note, 2, arguments);
}

/* Ends a transaction whose commands the server has taken, or not; the first of its results. */
static outcome commit(const move *move, bool is_taken, zval *first)
{
	zval results, *result;
	ZVAL_NULL(first);
	if (!is_taken) {
		if (!EG(exception)) {
			is_told(move->to, "discard");
		}
		return STAYS;
	}
	outcome outcome = WAS_CHANGED;
	if (baton_ring_call(move->to, "exec", 0, NULL, &results) && Z_TYPE(results) == IS_ARRAY) {
		outcome = IS_THERE;
		if ((result = zend_hash_index_find(Z_ARRVAL(results), 0)) != NULL) {
			ZVAL_COPY(first, result);
		}
	}
	zval_ptr_dtor(&results);
	return outcome;
}

/* What was restored, in the key's place. */
static outcome publish_restored(const move *move)
{
	zval name, renamed;
	ZVAL_STR(&name, (zend_string *) move->key);
	bool taken = is_told(move->to, "multi") && is_done(move->to, "renamenx", move->restored, 1, &name)
		&& (move->lives < 0 ? is_done(move->to, "persist", move->key, 0, NULL) : set_life(move)) && take_note(move);
	outcome outcome = commit(move, taken, &renamed);
	if (outcome == IS_THERE && Z_TYPE(renamed) != IS_TRUE) {
		/* The server has evicted what was restored. */
		is_done(move->to, "del", move->note, 0, NULL);
		outcome = STAYS;
	}
	zval_ptr_dtor(&renamed);
	return outcome;
}

static outcome publish_elements(const move *move, zend_long type, bool is_new)
{
	zval all, added;
	outcome outcome = STAYS;
	if (read_elements(move->from, move->key, type, &all)) {
		bool taken = is_told(move->to, "multi") && add_elements(move->to, move->key, type, &all) && (!is_new || set_life(move)) && take_note(move);
		outcome = commit(move, taken, &added);
		zval_ptr_dtor(&added);
	}
	zval_ptr_dtor(&all);
	return outcome;
}

static outcome publish(const move *move, zval *dump)
{
	zval arguments[2];
	ZVAL_LONG(&arguments[0], RESTORED_MILLISECONDS);
	ZVAL_COPY_VALUE(&arguments[1], dump);
	if (is_done(move->to, "restore", move->restored, 2, arguments)) {
		outcome outcome = publish_restored(move);
		if (outcome != IS_THERE && !EG(exception)) {
			is_done(move->to, "del", move->restored, 0, NULL);
		}
		return outcome;
	}
	return EG(exception) ? STAYS : publish_elements(move, type_of(move->from, move->key), true);
}

/* Whether both are one server by two names, whose keys are where they belong: what one is told the other knows. */
static bool is_one_server(const move *move)
{
	zval arguments[2], found;
	ZVAL_LONG(&arguments[0], RESTORED_MILLISECONDS / 1000);
	ZVAL_STR(&arguments[1], move->digest);
	if (!is_done(move->to, "setex", move->restored, 2, arguments) || !ask(move->from, "exists", move->restored, 0, NULL, &found)) {
		return true;
	}
	is_done(move->to, "del", move->restored, 0, NULL);
	return zval_get_long(&found) != 0;
}

/* The new server has such a key: of a move that was interrupted, or newer. */
static outcome add_to_newer(const move *move, const zval *dump)
{
	if (is_one_server(move)) {
		return STAYS;
	}
	if (is_noted(move) || is_same(move, dump)) {
		return IS_THERE;
	}
	zend_long type = EG(exception) ? 0 : type_of(move->from, move->key);
	if (type == IS_STRING_KEY) {
		return IS_THERE; /* What is there is newer. */
	}
	/* Elements for a key of another type would fail within the transaction, and not end it. */
	return type != 0 && type == type_of(move->to, move->key) ? publish_elements(move, type, false) : STAYS;
}

static outcome copy_watched(move *move)
{
	zval dump, lives, existed;
	outcome outcome = IS_GONE;
	ZVAL_NULL(&lives);
	ZVAL_NULL(&existed);
	if (ask(move->from, "dump", move->key, 0, NULL, &dump) && Z_TYPE(dump) == IS_STRING && ask(move->from, "pttl", move->key, 0, NULL, &lives)
		&& zval_get_long(&lives) != -2) {
		move->digest = digest_of(Z_STR(dump));
		move->lives = zval_get_long(&lives);
		outcome = !ask(move->to, "exists", move->key, 0, NULL, &existed) ? STAYS
			: zval_get_long(&existed) > 0 ? add_to_newer(move, &dump) : publish(move, &dump);
		zend_string_release(move->digest);
	}
	zval_ptr_dtor(&existed);
	zval_ptr_dtor(&lives);
	zval_ptr_dtor(&dump);
	return outcome;
}

static outcome copy_key(move *move)
{
	zval note;
	outcome outcome = WAS_CHANGED;
	ZVAL_STR(&note, move->note);
	for (uint32_t i = 0; i < TRIES && outcome == WAS_CHANGED && !EG(exception); i++) {
		outcome = is_done(move->to, "watch", move->key, 1, &note) ? copy_watched(move) : STAYS;
		if (!EG(exception) && baton_redis_of(Z_OBJ_P(move->to))->watching) {
			is_told(move->to, "unwatch");
		}
	}
	return EG(exception) ? STAYS : outcome;
}

/* Deletes the key at its old server, and the note of its move behind that. */
static bool delete_source(const move *move)
{
	return is_done(move->from, "del", move->key, 0, NULL) && is_done(move->to, "del", move->note, 0, NULL);
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

static zend_string *with_text(const zend_string *name, const char *text, size_t len)
{
	return zend_string_concat2(ZSTR_VAL(name), ZSTR_LEN(name), text, len);
}

/* Nobody else's, as two processes may move the same key. */
static zend_string *restored_name(const zend_string *name)
{
	static const char digits[] = "0123456789abcdef";
	char text[sizeof(RESTORED) - 1 + RANDOM_DIGITS] = RESTORED;
	unsigned char random[RANDOM_DIGITS];
	if (php_random_bytes_throw(random, sizeof(random)) == FAILURE) {
		return NULL;
	}
	for (uint32_t i = 0; i < RANDOM_DIGITS; i++) {
		text[sizeof(RESTORED) - 1 + i] = digits[random[i] & 0xf];
	}
	return with_text(name, text, sizeof(text));
}

/* A server that collects commands of the program, or watches keys for it, is not asked for more. */
static bool is_free(zval *server)
{
	const baton_redis *redis = baton_redis_of(Z_OBJ_P(server));
	return redis->mode == BATON_ATOMIC && !redis->watching;
}

static void move_named(const baton_ring *ring, move *move, const zend_string *key)
{
	bare of_from, of_to;
	begin_bare(move->from, &of_from);
	begin_bare(move->to, &of_to);
	outcome outcome = copy_key(move);
	end_bare(move->to, &of_to);
	end_bare(move->from, &of_from);
	bool finished = outcome == IS_GONE;
	if (outcome == IS_THERE && change_index(ring, move->to, "sadd", key)) {
		begin_bare(move->from, &of_from);
		begin_bare(move->to, &of_to);
		finished = delete_source(move);
		end_bare(move->to, &of_to);
		end_bare(move->from, &of_from);
	}
	if (finished) {
		change_index(ring, move->from, "srem", key);
	}
}

bool baton_ring_move(const baton_ring *ring, zval *from, zval *to, const zend_string *key)
{
	if (!is_free(from) || !is_free(to)) {
		return true;
	}
	zend_string *name = stored_name(from, key);
	move move = {.from = from, .to = to, .key = name, .note = with_text(name, NOTE, sizeof(NOTE) - 1), .restored = restored_name(name)};
	if (move.restored) {
		move_named(ring, &move, key);
		zend_string_release(move.restored);
	}
	zend_string_release(move.note);
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
			int64_t target = is_of_a_move(key) ? -1 : baton_ring_find(ring, key);
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
