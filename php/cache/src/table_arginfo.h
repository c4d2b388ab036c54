/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: d19515ee525d7eed43bef5ec4a8a19bd7b397321 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_Table___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, serializer, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_getWithMeta, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_set, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tags, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_add, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Table_delete arginfo_class_Baton_Table_exists

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Table_ttl, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_expire, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expire, IS_LONG, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_count, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_clear, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_keys, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Table_memory arginfo_class_Baton_Table_count

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_namespaces, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_clearAll, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Table_scan, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, cursor, IS_LONG, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "100")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Baton_Table_fullscan, 0, 0, Traversable, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, match, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "100")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_pluck, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, field, MAY_BE_STRING|MAY_BE_LONG, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_Table_increment, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, initial, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Table_decrement arginfo_class_Baton_Table_increment

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_compareAndSet, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expected, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_getOrSet, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, build, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, wait, IS_DOUBLE, 0, "5.0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_getMultiple, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, default, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_setMultiple, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, values, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expire, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, tags, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_deleteMultiple, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, namespace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_deleteTags, 0, 0, IS_VOID, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, tags, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_Table_namespace, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_Table_stats arginfo_class_Baton_Table_namespaces


ZEND_METHOD(Baton_Table, __construct);
ZEND_METHOD(Baton_Table, get);
ZEND_METHOD(Baton_Table, getWithMeta);
ZEND_METHOD(Baton_Table, set);
ZEND_METHOD(Baton_Table, add);
ZEND_METHOD(Baton_Table, exists);
ZEND_METHOD(Baton_Table, delete);
ZEND_METHOD(Baton_Table, ttl);
ZEND_METHOD(Baton_Table, expire);
ZEND_METHOD(Baton_Table, count);
ZEND_METHOD(Baton_Table, clear);
ZEND_METHOD(Baton_Table, keys);
ZEND_METHOD(Baton_Table, memory);
ZEND_METHOD(Baton_Table, namespaces);
ZEND_METHOD(Baton_Table, clearAll);
ZEND_METHOD(Baton_Table, scan);
ZEND_METHOD(Baton_Table, fullscan);
ZEND_METHOD(Baton_Table, pluck);
ZEND_METHOD(Baton_Table, increment);
ZEND_METHOD(Baton_Table, decrement);
ZEND_METHOD(Baton_Table, compareAndSet);
ZEND_METHOD(Baton_Table, getOrSet);
ZEND_METHOD(Baton_Table, getMultiple);
ZEND_METHOD(Baton_Table, setMultiple);
ZEND_METHOD(Baton_Table, deleteMultiple);
ZEND_METHOD(Baton_Table, deleteTags);
ZEND_METHOD(Baton_Table, namespace);
ZEND_METHOD(Baton_Table, stats);


static const zend_function_entry class_Baton_Table_methods[] = {
	ZEND_ME(Baton_Table, __construct, arginfo_class_Baton_Table___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Table, get, arginfo_class_Baton_Table_get, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, getWithMeta, arginfo_class_Baton_Table_getWithMeta, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, set, arginfo_class_Baton_Table_set, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, add, arginfo_class_Baton_Table_add, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, exists, arginfo_class_Baton_Table_exists, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, delete, arginfo_class_Baton_Table_delete, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, ttl, arginfo_class_Baton_Table_ttl, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, expire, arginfo_class_Baton_Table_expire, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, count, arginfo_class_Baton_Table_count, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, clear, arginfo_class_Baton_Table_clear, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, keys, arginfo_class_Baton_Table_keys, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, memory, arginfo_class_Baton_Table_memory, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, namespaces, arginfo_class_Baton_Table_namespaces, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, clearAll, arginfo_class_Baton_Table_clearAll, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, scan, arginfo_class_Baton_Table_scan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, fullscan, arginfo_class_Baton_Table_fullscan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, pluck, arginfo_class_Baton_Table_pluck, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, increment, arginfo_class_Baton_Table_increment, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, decrement, arginfo_class_Baton_Table_decrement, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, compareAndSet, arginfo_class_Baton_Table_compareAndSet, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, getOrSet, arginfo_class_Baton_Table_getOrSet, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, getMultiple, arginfo_class_Baton_Table_getMultiple, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, setMultiple, arginfo_class_Baton_Table_setMultiple, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, deleteMultiple, arginfo_class_Baton_Table_deleteMultiple, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, deleteTags, arginfo_class_Baton_Table_deleteTags, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Baton_Table, namespace, arginfo_class_Baton_Table_namespace, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_Table, stats, arginfo_class_Baton_Table_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_Table(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "Table", class_Baton_Table_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
