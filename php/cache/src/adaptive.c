/* The class Baton\AdaptiveCache, for programs written for Relay: it is what OPT_ADAPTIVE_CACHE sets, and counts nothing. Its methods
 * return what Relay's return for a client without counts. */
#include "adaptive.h"

#include "adaptive_arginfo.h"

zend_class_entry *baton_adaptive_ce;

void baton_adaptive_set(baton_redis *redis, zval *setting)
{
	zend_class_entry *ce = redis->names->redis;
	zval *enabled = Z_TYPE_P(setting) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(setting), ZEND_STRL("enabled")) : setting;
	zval made, unused, *object;

	redis->adapts = enabled == NULL || zend_is_true(enabled);
	/* Neither PhpRedis's class nor those of clusters have such a property. */
	if (redis->names == &baton_phpredis_names || !instanceof_function(redis->std.ce, ce)) {
		return;
	}
	object = zend_read_property(ce, &redis->std, ZEND_STRL("adaptiveCache"), 1, &unused);
	if (Z_TYPE_P(object) == IS_OBJECT) {
		ZVAL_COPY(&made, object);
	} else {
		object_init_ex(&made, redis->names->adaptive);
		zend_update_property(ce, &redis->std, ZEND_STRL("adaptiveCache"), &made);
	}
	zend_update_property_bool(baton_adaptive_ce, Z_OBJ(made), ZEND_STRL("enabled"), redis->adapts);
	zval_ptr_dtor(&made);
}

PHP_METHOD(Baton_AdaptiveCache, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

PHP_METHOD(Baton_AdaptiveCache, loadFactor)
{
	zend_long depth;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(depth)
	ZEND_PARSE_PARAMETERS_END();
	(void) depth;
	RETURN_FALSE;
}

PHP_METHOD(Baton_AdaptiveCache, flush)
{
	bool async;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(async)
	ZEND_PARSE_PARAMETERS_END();
	(void) async;
	RETURN_FALSE;
}

PHP_METHOD(Baton_AdaptiveCache, stats)
{
	zend_string *key;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	(void) key;
	RETURN_FALSE;
}

PHP_METHOD(Baton_AdaptiveCache, incrBy)
{
	zend_string *key;
	bool is_change;
	zend_long count;
	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_STR(key)
		Z_PARAM_BOOL(is_change)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	(void) key;
	(void) is_change;
	(void) count;
	RETURN_FALSE;
}

PHP_METHOD(Baton_AdaptiveCache, lastFlush)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_DOUBLE(0);
}

void baton_cache_register_adaptive(void)
{
	baton_adaptive_ce = register_class_Baton_AdaptiveCache();
	baton_own_names.adaptive = baton_adaptive_ce;
}
