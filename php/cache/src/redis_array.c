/* The class Baton\RedisArray: what an object holds, and methods that go to one of its servers, to some, or to all. */
#include "redis_array.h"

#include "zend_attributes.h"

#include "redis_array_arginfo.h"

zend_class_entry *baton_array_ce;

static zend_object_handlers handlers;

static zend_object *create_object(zend_class_entry *ce)
{
	baton_array *array = zend_object_alloc(sizeof(baton_array), ce);
	memset(array, 0, XtOffsetOf(baton_array, std));
	zend_object_std_init(&array->std, ce);
	object_properties_init(&array->std, ce);
	array->names = baton_names_of(ce);
	array->std.handlers = &handlers;
	return &array->std;
}

static void free_object(zend_object *object)
{
	baton_array *array = baton_array_of(object);
	if (array->ring) {
		baton_ring_free(array->ring);
	}
	zend_object_std_dtor(object);
}

static void collect_ring(const baton_ring *ring, zend_get_gc_buffer *buffer)
{
	for (uint32_t i = 0; i < ring->count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &ring->servers[i]);
	}
	zend_get_gc_buffer_add_zval(buffer, (zval *) &ring->function);
	zend_get_gc_buffer_add_zval(buffer, (zval *) &ring->distributor);
}

/* The program's functions may hold the object itself. */
static HashTable *collect(zend_object *object, zval **table, int *count)
{
	const baton_array *array = baton_array_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	for (const baton_ring *ring = array->ring; ring; ring = ring->previous) {
		collect_ring(ring, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

void baton_cache_register_array(void)
{
	baton_array_ce = register_class_Baton_RedisArray();
	baton_array_ce->create_object = create_object;
	baton_own_names.array = baton_array_ce;
	handlers = std_object_handlers;
	handlers.offset = XtOffsetOf(baton_array, std);
	handlers.free_obj = free_object;
	handlers.get_gc = collect;
	handlers.clone_obj = NULL;
}

PHP_METHOD(Baton_RedisArray, __construct)
{
	zend_array *hosts, *settings = NULL;
	zend_string *name;
	zval named_hosts, named_previous;
	baton_ring_options options;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT_OR_STR(hosts, name)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(settings)
	ZEND_PARSE_PARAMETERS_END();
	baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	if (array->ring) {
		zend_throw_error(NULL, "RedisArray::__construct() was called already");
		RETURN_THROWS();
	}
	ZVAL_UNDEF(&named_hosts);
	ZVAL_UNDEF(&named_previous);
	if (name) {
		if (baton_ring_read_named(name, &named_hosts, &named_previous, &options)) {
			array->ring = baton_ring_make(array->names, Z_ARRVAL(named_hosts), &options);
			baton_ring_options_free(&options);
		}
	} else {
		zend_array *none = zend_new_array(0);
		baton_ring_read_options(settings ? settings : none, &options);
		array->ring = baton_ring_make(array->names, hosts, &options);
		baton_ring_options_free(&options);
		zend_array_release(none);
	}
	zval_ptr_dtor(&named_hosts);
	zval_ptr_dtor(&named_previous);
}

/* ---- Calls ---- */

bool baton_ring_call(zval *server, const char *method, uint32_t count, zval *arguments, zval *to)
{
	zend_function *function = zend_hash_str_find_ptr(&baton_redis_ce->function_table, method, strlen(method));
	ZVAL_NULL(to);
	zend_call_known_instance_method(function, Z_OBJ_P(server), to, count, arguments);
	return !EG(exception);
}

/* The object's ring; NULL, and the method returns false, where the constructor found none. */
#define RING_OR_FALSE(ring) \
	const baton_ring *ring = baton_array_of(Z_OBJ_P(ZEND_THIS))->ring; \
	if (ring == NULL) { \
		RETURN_FALSE; \
	}

/* A method of every server, and what each of them returned. */
static void call_all(const baton_ring *ring, const char *method, uint32_t count, zval *arguments, zval *to)
{
	array_init_size(to, ring->count);
	for (uint32_t i = 0; i < ring->count; i++) {
		zval result;
		if (!baton_ring_call(&ring->servers[i], method, count, arguments, &result)) {
			zval_ptr_dtor(&result);
			return;
		}
		zend_symtable_update(Z_ARRVAL_P(to), ring->hosts[i], &result);
	}
}

#define OF_ALL(name) \
	PHP_METHOD(Baton_RedisArray, name) \
	{ \
		ZEND_PARSE_PARAMETERS_NONE(); \
		RING_OR_FALSE(ring) \
		call_all(ring, #name, 0, NULL, return_value); \
	}

OF_ALL(bgsave)
OF_ALL(info)
OF_ALL(ping)
OF_ALL(save)

static void flush(INTERNAL_FUNCTION_PARAMETERS, const char *method)
{
	bool async = false;
	zval sync;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(async)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	ZVAL_BOOL(&sync, !async);
	call_all(ring, method, async ? 1 : 0, &sync, return_value);
}

PHP_METHOD(Baton_RedisArray, flushall)
{
	flush(INTERNAL_FUNCTION_PARAM_PASSTHRU, "flushall");
}

PHP_METHOD(Baton_RedisArray, flushdb)
{
	flush(INTERNAL_FUNCTION_PARAM_PASSTHRU, "flushdb");
}

PHP_METHOD(Baton_RedisArray, keys)
{
	zval pattern;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(Z_STR(pattern))
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	ZVAL_STR(&pattern, Z_STR(pattern));
	call_all(ring, "keys", 1, &pattern, return_value);
}

PHP_METHOD(Baton_RedisArray, getOption)
{
	zend_long number;
	zval option;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	ZVAL_LONG(&option, number);
	call_all(ring, "getoption", 1, &option, return_value);
}

/* Of the previous servers as well: what is found there is read as what is found here. */
PHP_METHOD(Baton_RedisArray, setOption)
{
	zend_long number;
	zval *value, arguments[2];
	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(number)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	ZVAL_LONG(&arguments[0], number);
	ZVAL_COPY_VALUE(&arguments[1], value);
	if (ring->previous) {
		zval results;
		call_all(ring->previous, "setoption", 2, arguments, &results);
		zval_ptr_dtor(&results);
	}
	call_all(ring, "setoption", 2, arguments, return_value);
}

PHP_METHOD(Baton_RedisArray, select)
{
	zend_long number;
	zval database;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	ZVAL_LONG(&database, number);
	if (ring->previous) {
		zval results;
		call_all(ring->previous, "select", 1, &database, &results);
		zval_ptr_dtor(&results);
	}
	call_all(ring, "select", 1, &database, return_value);
}

/* ---- What an object knows of itself ---- */

PHP_METHOD(Baton_RedisArray, _hosts)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RING_OR_FALSE(ring)
	array_init_size(return_value, ring->count);
	for (uint32_t i = 0; i < ring->count; i++) {
		add_next_index_str(return_value, zend_string_copy(ring->hosts[i]));
	}
}

PHP_METHOD(Baton_RedisArray, _target)
{
	zend_string *key;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	int64_t server = baton_ring_find(ring, key);
	if (server < 0) {
		RETURN_NULL();
	}
	RETURN_STR_COPY(ring->hosts[server]);
}

PHP_METHOD(Baton_RedisArray, _instance)
{
	zend_string *host;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(host)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	zval *server = baton_ring_server(ring, host);
	if (server == NULL) {
		RETURN_NULL();
	}
	RETURN_COPY(server);
}

PHP_METHOD(Baton_RedisArray, _function)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RING_OR_FALSE(ring)
	RETURN_COPY(&ring->function);
}

PHP_METHOD(Baton_RedisArray, _distributor)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RING_OR_FALSE(ring)
	RETURN_COPY(&ring->distributor);
}

PHP_METHOD(Baton_RedisArray, _continuum)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RING_OR_FALSE(ring)
	array_init_size(return_value, ring->point_count);
	for (uint32_t i = 0; i < ring->point_count; i++) {
		zval point;
		array_init_size(&point, 2);
		add_assoc_long(&point, "index", ring->points[i].server);
		add_assoc_long(&point, "value", ring->points[i].value);
		add_next_index_zval(return_value, &point);
	}
}

PHP_METHOD(Baton_RedisArray, _rehash)
{
	zend_fcall_info callback = empty_fcall_info;
	zend_fcall_info_cache cache = empty_fcall_info_cache;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(callback, cache)
	ZEND_PARSE_PARAMETERS_END();
	RING_OR_FALSE(ring)
	baton_ring_rehash(ring, ZEND_FCI_INITIALIZED(callback) ? &callback : NULL, &cache);
}

/* ---- Commands for one server: multi() to exec() ---- */

PHP_METHOD(Baton_RedisArray, multi)
{
	zend_string *host;
	zend_long number = BATON_MULTI;
	bool is_null = true;
	zval mode, result;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(host)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(number, is_null)
	ZEND_PARSE_PARAMETERS_END();
	baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	zval *server = array->ring ? baton_ring_server(array->ring, host) : NULL;
	number = is_null && ZEND_NUM_ARGS() > 1 ? BATON_MULTI : number;
	if (server == NULL || (number != BATON_MULTI && number != BATON_PIPELINE)) {
		RETURN_FALSE;
	}
	ZVAL_LONG(&mode, number);
	bool begun = baton_ring_call(server, "multi", 1, &mode, &result) && Z_TYPE(result) == IS_OBJECT;
	zval_ptr_dtor(&result);
	if (!begun) {
		RETURN_FALSE;
	}
	array->collecting = server;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

/* Ends multi() by a method of its server; false without it. */
static bool end_collecting(INTERNAL_FUNCTION_PARAMETERS, const char *method, bool ends, zval *result)
{
	ZVAL_NULL(result);
	if (zend_parse_parameters_none() == FAILURE) {
		return false;
	}
	baton_array *array = baton_array_of(Z_OBJ_P(ZEND_THIS));
	zval *server = array->collecting;
	if (server == NULL) {
		ZVAL_FALSE(return_value);
		return false;
	}
	if (ends) {
		array->collecting = NULL;
	}
	return baton_ring_call(server, method, 0, NULL, result);
}

PHP_METHOD(Baton_RedisArray, exec)
{
	zval results;
	if (end_collecting(INTERNAL_FUNCTION_PARAM_PASSTHRU, "exec", true, &results) && Z_TYPE(results) == IS_ARRAY) {
		RETURN_COPY_VALUE(&results);
	}
	zval_ptr_dtor(&results);
}

PHP_METHOD(Baton_RedisArray, discard)
{
	zval result;
	end_collecting(INTERNAL_FUNCTION_PARAM_PASSTHRU, "discard", true, &result);
	zval_ptr_dtor(&result);
}

PHP_METHOD(Baton_RedisArray, unwatch)
{
	zval result;
	end_collecting(INTERNAL_FUNCTION_PARAM_PASSTHRU, "unwatch", false, &result);
	zval_ptr_dtor(&result);
}
