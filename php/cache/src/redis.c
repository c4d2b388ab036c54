/* The class Baton\Redis: what an object holds, and how it ends. */
#include "redis.h"

#include "settings.h"

#include "ext/spl/spl_exceptions.h"

#include "zend_attributes.h"

#include "redis_arginfo.h"
#include "redis_events.h"

zend_class_entry *baton_redis_ce;
zend_class_entry *baton_redis_exception_ce;

static zend_object_handlers handlers;

static zend_object *create_object(zend_class_entry *ce)
{
	baton_redis *redis = zend_object_alloc(sizeof(baton_redis), ce);
	memset(redis, 0, XtOffsetOf(baton_redis, std));
	zend_object_std_init(&redis->std, ce);
	object_properties_init(&redis->std, ce);
	redis->use_cache = true;
	redis->is_exact = baton_cache_settings.exact_ttl;
	redis->std.handlers = &handlers;
	redis->names = baton_names_of(ce);
	if (baton_names_are_relays(redis->names)) {
		baton_options_default(redis); /* programs set them before they connect */
	}
	return &redis->std;
}

static void free_object(zend_object *object)
{
	baton_redis *redis = baton_redis_of(object);
	baton_events_end(redis);
	baton_redis_drop(redis);
	baton_redis_forget_server(redis);
	baton_redis_reset(redis);
	if (redis->peers) {
		zend_array_release(redis->peers);
	}
	if (redis->allowed) {
		zend_array_destroy(redis->allowed);
	}
	if (redis->ignored) {
		zend_array_destroy(redis->ignored);
	}
	zend_object_std_dtor(object);
}

/* Callbacks may hold the object itself. */
static HashTable *collect(zend_object *object, zval **table, int *count)
{
	baton_redis *redis = baton_redis_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	for (int kind = 0; kind < BATON_SUBSCRIPTIONS; kind++) {
		zval *callback;
		if (redis->subscriptions[kind]) {
			ZEND_HASH_FOREACH_VAL(redis->subscriptions[kind], callback) {
				zend_get_gc_buffer_add_zval(buffer, callback);
			} ZEND_HASH_FOREACH_END();
		}
	}
	baton_events_collect(redis, buffer);
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

void baton_cache_register_redis(void)
{
	baton_redis_exception_ce = register_class_Baton_RedisException(spl_ce_RuntimeException);
	baton_redis_ce = register_class_Baton_Redis();
	baton_redis_ce->create_object = create_object;
	baton_own_names.redis = baton_redis_ce;
	baton_own_names.exception = baton_redis_exception_ce;
	handlers = std_object_handlers;
	handlers.offset = XtOffsetOf(baton_redis, std);
	handlers.free_obj = free_object;
	handlers.get_gc = collect;
	/* Two objects cannot share one socket. */
	handlers.clone_obj = NULL;
}
