/* The classes of Relay, as names/relay-0.40.0 has them. */
#include "names_classes.h"

#include "generators.h"

#include "zend_enum.h"

#include "relay_arginfo.h"
#include "relay_attributes.h"

/* ---- What is Relay's alone ---- */

/* Keys of every namespace, where Baton\Table has those of one with their values. */
PHP_METHOD(Relay_Table, fullscan)
{
	zval *given = NULL, arguments[2];
	zend_long count = 0;
	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(given)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	arguments[0] = given ? *given : EG(uninitialized_zval);
	ZVAL_LONG(&arguments[1], count > 0 ? count : 100);
	baton_generate("static function ($match, $count) {"
		" foreach ([null, ...\\Baton\\Table::namespaces()] as $namespace) {"
		"  $cursor = null;"
		"  while (($values = \\Baton\\Table::scan($cursor, $match, $count, $namespace)) !== false) foreach ($values as $key => $value) yield (string) $key;"
		" } }", 2, arguments, return_value);
}

/* ---- Attributes, by which programs ask what a method is ---- */

static const char *const attribute_names[] = {
	"Relay\\Attributes\\Local", "Relay\\Attributes\\Server", "Relay\\Attributes\\RedisCommand", "Relay\\Attributes\\ValkeyCommand",
	"Relay\\Attributes\\Cached", "Relay\\Attributes\\Deprecated",
};

#if PHP_VERSION_ID >= 80200
static zend_string *attributes[sizeof(attribute_names) / sizeof(*attribute_names)];

static void register_attributes(void)
{
	for (size_t i = 0; i < sizeof(attribute_names) / sizeof(*attribute_names); i++) {
		zend_class_entry ce;
		INIT_CLASS_ENTRY_EX(ce, attribute_names[i], strlen(attribute_names[i]), NULL);
		zend_class_entry *registered = zend_register_internal_class_ex(&ce, NULL);
		registered->ce_flags |= ZEND_ACC_FINAL;
		zend_internal_attribute_register(registered, ZEND_ATTRIBUTE_TARGET_METHOD);
		attributes[i] = zend_string_init_interned(attribute_names[i], strlen(attribute_names[i]), 1);
	}
}

static void mark_methods(zend_class_entry *ce, const baton_method_attributes *methods)
{
	for (; methods->name; methods++) {
		zend_function *method = zend_hash_str_find_ptr(&ce->function_table, methods->name, strlen(methods->name));
		for (uint32_t i = 0; i < sizeof(attribute_names) / sizeof(*attribute_names); i++) {
			if (methods->attributes & (1 << i)) {
				zend_add_function_attribute(method, attributes[i], 0);
			}
		}
	}
}
#endif

void baton_names_register_relay(void)
{
	zend_class_entry *redis = register_class_Relay_Relay(), *cluster = register_class_Relay_Cluster(), *sentinel = register_class_Relay_Sentinel();
	baton_names_fill(&baton_relay_names, redis, cluster, sentinel, NULL);
	register_class_Relay_Table()->create_object = baton_table_ce->create_object;
	baton_relay_names.adaptive = register_class_Relay_AdaptiveCache();
	baton_relay_names.event = register_class_Relay_Event();
	baton_relay_names.event_invalidated = register_class_Relay_Event_Invalidated(baton_relay_names.event);
	baton_relay_names.event_flushed = register_class_Relay_Event_Flushed(baton_relay_names.event);
	baton_relay_names.exception = baton_relay_names.cluster_exception = register_class_Relay_Exception(zend_ce_exception);
	register_class_Relay_KeyType();
#if PHP_VERSION_ID >= 80200
	register_attributes();
	mark_methods(redis, relay_relay_attributes);
	mark_methods(cluster, relay_cluster_attributes);
	mark_methods(sentinel, relay_sentinel_attributes);
	mark_methods(baton_relay_names.adaptive, relay_adaptivecache_attributes);
#endif
}
