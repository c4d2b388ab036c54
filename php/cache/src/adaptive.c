/* Keeping only what is worth it: keys that are read often enough for each time that they change.
 *
 * Reads are counted where a command asks the server, and a sixteenth of those that were answered from memory, so that a hit does not write
 * to memory that all share; changes where the server's messages are heard (rust/src/near/tracker.rs). */
#include "adaptive.h"

#include "cached.h"

#include <math.h>

/* One in so many hits is counted. */
#define SAMPLE 16

/* ---- What a key is worth ---- */

double baton_adaptive_ratio(const baton_adaptive *adaptive, const bc_counts *counts)
{
	if (counts->changes == 0) {
		return INFINITY;
	}
	double ratio = (double) counts->reads / counts->changes;
	return adaptive->is_scaled ? pow(ratio, 1.01 * log(1.0 + counts->reads + counts->changes)) : ratio;
}

bool baton_adaptive_is_worth_it(const baton_adaptive *adaptive, const bc_counts *counts)
{
	zend_long events = (zend_long) counts->reads + counts->changes;
	bool is_strict = adaptive->min_events < 0;
	if (events < (is_strict ? -adaptive->min_events : adaptive->min_events)) {
		return !is_strict;
	}
	return baton_adaptive_ratio(adaptive, counts) >= adaptive->min_ratio;
}

bool baton_adaptive_admits(const baton_call *call, bc_worker *worker)
{
	const baton_arguments *arguments = &call->arguments;
	bc_connection *connection = call->redis->connection;
	baton_adaptive *adaptive = call->redis->adaptive;
	bool admits = true;

	adaptive->missed = true;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		bc_bytes key = arguments->list[arguments->keys[i]];
		bc_counts counts;
		if (bc_sketch_count(connection, worker, key, false, 1) && bc_sketch_counts(connection, worker, key, &counts)) {
			admits = baton_adaptive_is_worth_it(adaptive, &counts) && admits;
		}
	}
	return admits;
}

void baton_adaptive_begin(baton_redis *redis)
{
	redis->adaptive->missed = false;
}

/* By chance, since programs go round: every sixteenth might always be the same key. */
static bool is_sampled(baton_adaptive *adaptive)
{
	adaptive->dice ^= adaptive->dice << 13;
	adaptive->dice ^= adaptive->dice >> 17;
	adaptive->dice ^= adaptive->dice << 5;
	return adaptive->dice % SAMPLE == 0;
}

void baton_adaptive_found(const baton_call *call, bc_worker *worker)
{
	const baton_arguments *arguments = &call->arguments;
	const baton_redis *redis = call->redis;
	if (!redis->adapts || redis->adaptive->missed || redis->connection == NULL || !is_sampled(redis->adaptive)) {
		return;
	}
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		bc_sketch_count(redis->connection, worker, arguments->list[arguments->keys[i]], false, SAMPLE);
	}
}

/* ---- Of a client ---- */

static void tell_state(baton_adaptive *adaptive, const bc_sketch_shape *shape)
{
	zend_object *object = &adaptive->std;
	zend_class_entry *ce = baton_adaptive_ce;
	zend_update_property_bool(ce, object, ZEND_STRL("enabled"), adaptive->redis->adapts);
	zend_update_property_string(ce, object, ZEND_STRL("status"), shape ? "active" : "inactive");
	zend_update_property_long(ce, object, ZEND_STRL("width"), shape ? (zend_long) shape->width : adaptive->width);
	zend_update_property_long(ce, object, ZEND_STRL("depth"), shape ? (zend_long) shape->rows : adaptive->depth);
	zend_update_property_long(ce, object, ZEND_STRL("minEvents"), adaptive->min_events);
	zend_update_property_double(ce, object, ZEND_STRL("minRatio"), adaptive->min_ratio);
	zend_update_property_string(ce, object, ZEND_STRL("formula"), adaptive->is_scaled ? "scaled" : "pure");
}

void baton_adaptive_attach(baton_redis *redis)
{
	baton_adaptive *adaptive = redis->adaptive;
	bc_worker *worker = redis->cached ? baton_cache_worker() : NULL;
	bc_sketch_shape shape;
	if (adaptive == NULL) {
		return;
	}
	if (redis->adapts && worker) {
		shape = bc_sketch_make(worker, (bc_sketch_shape) { (uint32_t) adaptive->width, (uint32_t) adaptive->depth });
		tell_state(adaptive, &shape);
	} else {
		tell_state(adaptive, NULL);
	}
}

void baton_adaptive_end(baton_redis *redis)
{
	if (redis->adaptive) {
		redis->adaptive->redis = NULL;
		OBJ_RELEASE(&redis->adaptive->std);
		redis->adaptive = NULL;
		redis->adapts = false;
	}
}

/* ---- Settings ---- */

/* Those of Relay's guide. */
static void set_defaults(baton_adaptive *adaptive)
{
	adaptive->width = 100000;
	adaptive->depth = 6;
	adaptive->min_events = 10;
	adaptive->min_ratio = 5.0;
	adaptive->is_scaled = true;
}

static bool set_in_range(zend_long *to, const char *name, zval *value, zend_long least, zend_long most)
{
	zend_long number = zval_get_long(value);
	if (number < least || number > most) {
		zend_value_error("adaptive-cache: %s must be from " ZEND_LONG_FMT " to " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given", name, least, most,
			number);
		return false;
	}
	*to = number;
	return true;
}

/* Names of two words are written in one of three ways. */
static bool is_called(const zend_string *name, const char *one, const char *other, const char *third)
{
	return strcmp(ZSTR_VAL(name), one) == 0 || strcmp(ZSTR_VAL(name), other) == 0 || strcmp(ZSTR_VAL(name), third) == 0;
}

static bool set_formula(baton_adaptive *adaptive, zval *value)
{
	zend_string *formula = zval_get_string(value);
	bool is_pure = zend_string_equals_literal_ci(formula, "pure"), is_scaled = zend_string_equals_literal_ci(formula, "scaled");
	zend_string_release(formula);
	if (!is_pure && !is_scaled) {
		zend_value_error("adaptive-cache: formula must be \"pure\" or \"scaled\"");
		return false;
	}
	adaptive->is_scaled = is_scaled;
	return true;
}

static bool set_ratio(baton_adaptive *adaptive, zval *value)
{
	double ratio = zval_get_double(value);
	if (!(ratio >= 0)) {
		zend_value_error("adaptive-cache: minRatio must be 0 or more, %g given", ratio);
		return false;
	}
	adaptive->min_ratio = ratio;
	return true;
}

static bool set_one(baton_adaptive *adaptive, const zend_string *name, zval *value, bool *enabled)
{
	if (BATON_IS(name, "enabled")) {
		*enabled = zend_is_true(value);
		return true;
	}
	if (BATON_IS(name, "width")) {
		return set_in_range(&adaptive->width, "width", value, 512, (zend_long) 1 << 31);
	}
	if (BATON_IS(name, "depth")) {
		return set_in_range(&adaptive->depth, "depth", value, 1, 8);
	}
	if (is_called(name, "minEvents", "min_events", "min-events")) {
		return set_in_range(&adaptive->min_events, "minEvents", value, -65535, 65535);
	}
	if (is_called(name, "minRatio", "min_ratio", "min-ratio")) {
		return set_ratio(adaptive, value);
	}
	if (BATON_IS(name, "formula")) {
		return set_formula(adaptive, value);
	}
	zend_value_error("adaptive-cache: there is no setting \"%s\"", ZSTR_VAL(name));
	return false;
}

static void make(baton_redis *redis)
{
	zval object;
	object_init_ex(&object, redis->names->adaptive);
	redis->adaptive = baton_adaptive_of(Z_OBJ(object));
	redis->adaptive->redis = redis;
	/* PhpRedis's class has no such property. */
	if (redis->names != &baton_phpredis_names) {
		zend_update_property(redis->names->redis, &redis->std, ZEND_STRL("adaptiveCache"), &object); /* which counts a reference of its own */
	}
}

bool baton_adaptive_configure(baton_redis *redis, zval *setting)
{
	bool enabled = true;
	zend_string *name;
	zval *value;

	if (!instanceof_function(redis->std.ce, redis->names->redis)) {
		php_error_docref(NULL, E_WARNING, "A cluster's nodes keep what is worth it by the setting baton_cache.adaptive");
		return false;
	}
	if (redis->adaptive == NULL) {
		make(redis);
	}
	set_defaults(redis->adaptive);
	redis->adapts = false;
	if (Z_TYPE_P(setting) != IS_ARRAY) {
		enabled = zend_is_true(setting);
	} else {
		ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(setting), name, value) {
			ZVAL_DEREF(value);
			if (name && !set_one(redis->adaptive, name, value, &enabled)) {
				return false;
			}
		} ZEND_HASH_FOREACH_END();
	}
	redis->adapts = enabled;
	baton_cached_choose_way(redis);
	baton_adaptive_attach(redis);
	return true;
}
