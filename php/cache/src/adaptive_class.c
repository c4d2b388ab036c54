/* The class Baton\AdaptiveCache: what a program sees of the counts. */
#include "adaptive.h"

#include "commands.h"

#include "adaptive_arginfo.h"

zend_class_entry *baton_adaptive_ce;

static zend_object_handlers handlers;

#define ADAPTIVE_THIS() baton_adaptive_of(Z_OBJ_P(ZEND_THIS))

static zend_object *create_object(zend_class_entry *ce)
{
	baton_adaptive *adaptive = zend_object_alloc(sizeof(baton_adaptive), ce);
	memset(adaptive, 0, XtOffsetOf(baton_adaptive, std));
	adaptive->dice = (uint32_t) (uintptr_t) adaptive | 1;
	zend_object_std_init(&adaptive->std, ce);
	object_properties_init(&adaptive->std, ce);
	adaptive->std.handlers = &handlers;
	return &adaptive->std;
}

/* The worker by whose memory a client's counts are read; NULL where it counts nothing. */
static bc_worker *counting(const baton_adaptive *adaptive)
{
	const baton_redis *redis = adaptive->redis;
	return redis && redis->adapts && redis->cached && redis->connection ? baton_cache_worker() : NULL;
}

/* As the server has the key, with its prefix. */
static void name_key(baton_call *call, baton_redis *redis, zend_string *key, bc_bytes *name)
{
	baton_call_begin(call, redis, &baton_command_get);
	baton_add_key(call, key);
	*name = call->arguments.list[call->arguments.keys[0]];
}

PHP_METHOD(Baton_AdaptiveCache, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

PHP_METHOD(Baton_AdaptiveCache, loadFactor)
{
	zend_long depth = 1;
	bc_worker *worker = counting(ADAPTIVE_THIS());
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(depth)
	ZEND_PARSE_PARAMETERS_END();
	double load = worker && depth >= 1 && depth <= UINT32_MAX ? bc_sketch_load(worker, (uint32_t) (depth - 1)) : -1;
	if (load < 0) {
		RETURN_FALSE;
	}
	RETURN_DOUBLE(load);
}

PHP_METHOD(Baton_AdaptiveCache, flush)
{
	bool async = true;
	bc_worker *worker = counting(ADAPTIVE_THIS());
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(async)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL(worker && bc_sketch_empty(worker));
}

PHP_METHOD(Baton_AdaptiveCache, stats)
{
	zend_string *key;
	baton_adaptive *adaptive = ADAPTIVE_THIS();
	bc_worker *worker = counting(adaptive);
	baton_call call;
	bc_bytes name;
	bc_counts counts;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	RETVAL_FALSE;
	if (worker == NULL) {
		return;
	}
	name_key(&call, adaptive->redis, key, &name);
	if (bc_sketch_counts(adaptive->redis->connection, worker, name, &counts)) {
		array_init_size(return_value, 4);
		add_assoc_long(return_value, "reads", counts.reads);
		add_assoc_long(return_value, "writes", counts.changes);
		add_assoc_double(return_value, "ratio", baton_adaptive_ratio(adaptive, &counts));
		add_assoc_bool(return_value, "kept", baton_adaptive_is_worth_it(adaptive, &counts));
	}
	baton_call_end(&call);
}

PHP_METHOD(Baton_AdaptiveCache, incrBy)
{
	zend_string *key;
	bool is_change;
	zend_long count;
	baton_adaptive *adaptive = ADAPTIVE_THIS();
	bc_worker *worker = counting(adaptive);
	baton_call call;
	bc_bytes name;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_STR(key)
		Z_PARAM_BOOL(is_change)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	if (count < 0 || count > UINT16_MAX) {
		zend_argument_value_error(3, "must be from 0 to 65535");
		RETURN_THROWS();
	}
	RETVAL_FALSE;
	if (worker) {
		name_key(&call, adaptive->redis, key, &name);
		RETVAL_BOOL(bc_sketch_count(adaptive->redis->connection, worker, name, is_change, (uint16_t) count));
		baton_call_end(&call);
	}
}

PHP_METHOD(Baton_AdaptiveCache, lastFlush)
{
	bc_worker *worker = counting(ADAPTIVE_THIS());
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_DOUBLE(worker ? (double) bc_sketch_emptied(worker) / 1000 : 0.0);
}

void baton_cache_register_adaptive(void)
{
	baton_adaptive_ce = register_class_Baton_AdaptiveCache();
	baton_adaptive_ce->create_object = create_object;
	baton_own_names.adaptive = baton_adaptive_ce;
	handlers = std_object_handlers;
	handlers.offset = XtOffsetOf(baton_adaptive, std);
	handlers.clone_obj = NULL;
}
