/* The class Baton\Table: its methods are static, and an instance of it is a namespace that they then go by. */
#include "table.h"

#include "table_arginfo.h"

zend_class_entry *baton_table_ce;

typedef struct {
	zend_string *name; /* the namespace, or NULL */
	zend_object std;
} table_object;

static zend_object_handlers handlers;

static zend_always_inline table_object *table_of(zend_object *object)
{
	return (table_object *) ((char *) object - XtOffsetOf(table_object, std));
}

static zend_object *create(zend_class_entry *class)
{
	table_object *table = zend_object_alloc(sizeof(*table), class);
	zend_object_std_init(&table->std, class);
	object_properties_init(&table->std, class);
	table->std.handlers = &handlers;
	return &table->std;
}

static void free_object(zend_object *object)
{
	table_object *table = table_of(object);
	if (table->name) {
		zend_string_release(table->name);
	}
	zend_object_std_dtor(object);
}

/* PHP forgets the instance when a static method is called on one. So instances have methods of the same names and handlers that are
 * not static: copies, by lower-case name, made when the module starts and never changed. */
static HashTable instance_methods;

static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_string *lower = zend_string_tolower(name);
	const zend_function *own = zend_hash_find_ptr(&(*object)->ce->function_table, lower);
	/* What a class that extends this one says in its place goes before it, and what has another name has no instances. */
	zend_function *method = own && own->common.scope == baton_table_ce ? zend_hash_find_ptr(&instance_methods, lower) : NULL;
	zend_string_release(lower);
	return method ? method : zend_std_get_method(object, name, key);
}

static void free_method(zval *method)
{
	pefree(Z_PTR_P(method), 1);
}

static void make_instance_methods(void)
{
	zend_string *name;
	zend_function *method;
	zend_hash_init(&instance_methods, 32, NULL, free_method, 1);
	ZEND_HASH_FOREACH_STR_KEY_PTR(&baton_table_ce->function_table, name, method) {
		if (method->common.fn_flags & ZEND_ACC_STATIC) {
			zend_internal_function *copy = pemalloc(sizeof(*copy), 1);
			*copy = method->internal_function;
			copy->fn_flags &= ~ZEND_ACC_STATIC;
			zend_hash_add_new_ptr(&instance_methods, name, copy);
		}
	} ZEND_HASH_FOREACH_END();
}

zend_string *table_namespace(zend_execute_data *execute_data, zend_string *given)
{
	if (given == NULL && Z_TYPE(EX(This)) == IS_OBJECT) {
		return table_of(Z_OBJ(EX(This)))->name;
	}
	return given;
}

PHP_METHOD(Baton_Table, __construct)
{
	table_object *table = table_of(Z_OBJ_P(ZEND_THIS));
	zend_string *name = NULL;
	zend_long serializer;
	bool serializer_is_null = true;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(name)
		Z_PARAM_LONG_OR_NULL(serializer, serializer_is_null)
	ZEND_PARSE_PARAMETERS_END();
	(void) serializer;
	if (table->name) {
		zend_string_release(table->name);
	}
	table->name = name ? zend_string_copy(name) : NULL;
}

PHP_METHOD(Baton_Table, namespace)
{
	zend_string *name;
	ZEND_PARSE_PARAMETERS_NONE();
	name = table_of(Z_OBJ_P(ZEND_THIS))->name;
	if (name) {
		RETURN_STR_COPY(name);
	}
}

void baton_cache_register_table(void)
{
	baton_table_ce = register_class_Baton_Table();
	baton_table_ce->create_object = create;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(table_object, std);
	handlers.free_obj = free_object;
	handlers.clone_obj = NULL;
	handlers.get_method = get_method;
	make_instance_methods();
	baton_cache_register_table_iterator();
}

void baton_cache_unregister_table(void)
{
	zend_hash_destroy(&instance_methods);
}
